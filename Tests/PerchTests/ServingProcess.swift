import TestSupport
import Testing

/// A `perch serve` on a simulated dongle, with its files in a folder of the test.
struct ServingProcess {
    let process: PerchProcess
    let manager: NotifySocket
    /// Message that it sent to the service manager when it was ready.
    let ready: String

    /// Starts a gateway and waits until it serves.
    ///
    /// - Parameter home: Folder that holds its socket as `s`, and its state as `perch`, where verbs
    ///   without a gateway have theirs.
    init(
        _ arguments: [String] = [], in home: TemporaryFolder, under wrapper: [String] = [],
        environment: [String: String] = [:]
    ) async throws {
        manager = try NotifySocket()
        process = try PerchProcess(
            ["serve", "--port", "sim", "--socket", home.path("s"), "--state", home.path("perch")] + arguments,
            under: wrapper, home: home, environment: environment.merging(["NOTIFY_SOCKET": manager.name]) { $1 })
        // A slow start is alive before it is ready.
        var message = try #require(await manager.receive())
        while message == "WATCHDOG=1" { message = try #require(await manager.receive()) }
        ready = message
        try #require(ready.hasPrefix("READY=1\nSTATUS="))
    }
}
