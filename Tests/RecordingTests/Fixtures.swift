import Advertising
import Foundation
import Recording

/// Recordings made over the air. They carry the addresses of real devices, so they stay outside the
/// repository; tests that need them are skipped where they are absent.
enum AirFixture: String, CaseIterable {
    case conferenceRoom = "conference-room"
    case mallBeacons = "mall-ibeacons"
    case labMalformed = "lab-malformed"
    case gateway = "gateway-hcidump"

    /// Reason of a skipped test.
    static let absence: String = "the recordings are not part of the repository; name their folder in PERCH_RECORDINGS"

    /// Folder of the recordings; without the variable, a folder beside the checkout.
    private static let folder: URL = {
        let named = ProcessInfo.processInfo.environment["PERCH_RECORDINGS"] ?? ""
        guard named.isEmpty else { return URL(filePath: named) }
        return URL(filePath: #filePath).appending(path: "../../../../shared/data").standardized
    }()

    var path: String { AirFixture.folder.appending(path: "\(rawValue).ndjson.gz").path }

    var isPresent: Bool { FileManager.default.fileExists(atPath: path) }
}

/// A folder that is removed with this object.
final class TemporaryFolder {
    let url = FileManager.default.temporaryDirectory.appending(path: "perch-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        // A folder left in the temporary directory does no harm.
        try? FileManager.default.removeItem(at: url)
    }

    func path(_ name: String) -> String { url.appending(path: name).path }

    func file(_ name: String, _ content: Data) throws -> String {
        try content.write(to: url.appending(path: name))
        return path(name)
    }
}

/// Runs a program found through PATH.
enum Program {
    static func isInstalled(_ name: String) -> Bool {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
            FileManager.default.isExecutableFile(atPath: "\($0)/\(name)")
        }
    }

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
