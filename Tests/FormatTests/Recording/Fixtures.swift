import Advertising
import Foundation
import Recording

/// Runs a program found through PATH.
enum Program {
    /// - Returns: Standard output of the program; standard error is dropped.
    static func run(_ name: String, _ arguments: [String]) throws -> Data {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [name] + arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw ProgramFailed(name: name, status: process.terminationStatus) }
        return data
    }
}

struct ProgramFailed: Error {
    let name: String
    let status: Int32
}

extension RecordedAdvert {
    /// An advert with default fields except for those given.
    static func sample(
        time: Double = 1, pdu: AdvertisingPDUType = .connectable, rssi: Int8 = -60, channel: UInt8? = 37,
        data: [UInt8] = [2, 1, 6]
    ) -> RecordedAdvert {
        RecordedAdvert(
            timeSeconds: time, address: BluetoothAddress(0x11_22_33_44_55_66), addressType: .random, pdu: pdu,
            rssiDBm: rssi, channel: channel, data: data)
    }
}
