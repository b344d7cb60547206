import Failures
import Foundation

/// QR codes for a terminal, made by the program qrencode.
enum QRCode {
    /// Returns the lines of a code. The text goes through a pipe: arguments are visible to other users.
    static func lines(of text: String) throws -> [String] {
        let encoder = Process()
        encoder.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        encoder.arguments = ["qrencode", "--type", "UTF8", "--margin", "2"]
        let (input, printed) = (Pipe(), Pipe())
        encoder.standardInput = input
        encoder.standardOutput = printed
        encoder.standardError = FileHandle.nullDevice
        try encoder.run()
        input.fileHandleForWriting.write(Data(text.utf8))
        try input.fileHandleForWriting.close()
        let data = printed.fileHandleForReading.readDataToEndOfFile()
        encoder.waitUntilExit()
        guard encoder.terminationStatus == 0 else {
            throw Failure(
                code: "no-qr-code", message: "No QR code could be made: the program qrencode is missing or failed.",
                hint: "Run `apt install qrencode`, or type the text above; it is still valid.", exit: .unavailable)
        }
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
