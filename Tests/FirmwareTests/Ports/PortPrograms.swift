import TestSupport
import Foundation

/// The ports, built by their Makefiles once in each run of the tests.
actor PortPrograms {
    struct BuildFailed: Error, CustomStringConvertible {
        let description: String
    }

    enum Program: Sendable {
        case posix, posixSmall, lying, qemu

        fileprivate var folder: String { self == .qemu ? "nrf51-qemu" : "posix" }
        fileprivate var file: String {
            switch self {
            case .posix: "perch-posix-gcc"
            case .posixSmall: "perch-posix-gcc-small"
            case .lying: "perch-posix-lying"
            case .qemu: "perch-nrf51.elf"
            }
        }
    }

    static let shared = PortPrograms()
    private static let root = Checkout.folder

    private var built: [Program: Result<String, BuildFailed>] = [:]

    /// Returns the path of the program, and builds it if the Makefile finds it out of date.
    func path(of program: Program) throws -> String {
        if let known = built[program] { return try known.get() }
        let result = Result { () throws(BuildFailed) in try Self.make(program) }
        built[program] = result
        return try result.get()
    }

    private static func make(_ program: Program) throws(BuildFailed) -> String {
        let build = root.appending(path: ".build-ports/\(program.folder)").path
        let target = "\(build)/\(program.file)"
        let make = Process()
        make.executableURL = URL(filePath: "/usr/bin/env")
        make.arguments = [
            "make", "--no-print-directory", "-C",
            root.appending(path: "firmware-protocol/ports/\(program.folder)").path,
            "BUILD=\(build)", target,
        ]
        let output = Pipe()
        make.standardOutput = output
        make.standardError = output
        make.standardInput = FileHandle.nullDevice
        do {
            try make.run()
        } catch {
            throw BuildFailed(description: "make: \(error)")
        }
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        make.waitUntilExit()
        guard make.terminationStatus == 0 else { throw BuildFailed(description: text) }
        return target
    }
}
