import Foundation
import GatewayModel
import LineFormats
import Logging
import Notifications
import Store
import Testing

extension Notice {
    static func enter(_ region: String) -> Notice {
        Notice(
            type: "regionEnter", ts: Timestamp(microsecondsSince1970: ManualClock.noon), title: "Beacon Detected",
            reason: "3 sightings within 10.0 s; last −61 dBm", region: region,
            beacon: "FDA50693-A4E2-4FB1-AFCF-C6EB07647825/1/2", rssi: -61, dongle: "53494d3030303031", simulated: true)
    }
}

extension Notifier.Configuration {
    /// A configuration whose waits are not shortened by chance.
    static func webhooks(_ urls: String...) -> Notifier.Configuration {
        var configuration = Notifier.Configuration()
        configuration.webhooks = urls
        configuration.showsOnDesktop = false
        configuration.chance = { 0 }
        return configuration
    }

    static func command(_ command: String...) -> Notifier.Configuration {
        var configuration = Notifier.Configuration()
        configuration.command = command
        configuration.showsOnDesktop = false
        configuration.environment = ["PATH": "/usr/bin:/bin"]
        return configuration
    }
}

extension Notifier {
    /// Runs a notifier while `body` runs.
    static func running<Value: Sendable>(
        _ configuration: Configuration, _ store: Store, _ clock: NotifierClock = .system(),
        _ body: @escaping @Sendable (Notifier) async throws -> Value
    ) async throws -> Value {
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        let notifier = Notifier(configuration: configuration, store: store, logger: logger, clock: clock)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await notifier.run() }
            defer { group.cancelAll() }
            return try await body(notifier)
        }
    }

    func notify(_ regions: String...) async {
        for region in regions { await notify(.enter(region)) }
    }

    func sink(_ kind: NotificationKind) async -> SinkStatus? {
        await status.first { $0.kind == kind }
    }
}

/// A folder that is deleted with this value.
final class ScriptFolder: Sendable {
    let path: String

    init() throws {
        path = "/tmp/perch-notify-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    deinit {
        // A failure leaves only a file in the temporary folder.
        try? FileManager.default.removeItem(atPath: path)
    }

    func file(_ name: String) -> String { path + "/" + name }

    /// Writes a shell script, in which `$here` is this folder.
    func script(_ name: String, _ text: String, mode: Int = 0o755) throws -> String {
        try "#!/bin/sh\nhere='\(path)'\n\(text)\n".write(toFile: file(name), atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file(name))
        return file(name)
    }

    func lines(_ name: String) -> [String] {
        let text = (try? String(contentsOfFile: file(name), encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map(String.init)
    }
}
