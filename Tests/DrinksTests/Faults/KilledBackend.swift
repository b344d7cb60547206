import AsyncHTTPClient
import DevBackend
import struct DevBackend.Fault
import Foundation
import LineFormats
import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1
import TestSupport

/// A development server in a process that is killed and started again, behind a relay.
final class KilledBackend: Sendable {
    struct Refused: Error {
        let path: String
        let status: UInt
    }

    private struct State {
        nonisolated(unsafe) var process: BackendProcess?
        var url = ""
        var kills = 0
    }

    private let database: String
    private let relay: Relay
    private let state = NIOLockedValueBox(State())

    /// URL of the API, through the relay.
    var url: String { "http://127.0.0.1:\(relay.port)/v1" }
    var kills: Int { state.withLockedValue(\.kills) }

    /// - Parameter database: Path of the file that keeps the club.
    init(database: String, _ watch: @escaping Relay.Watch) throws {
        self.database = database
        relay = try Relay(watch)
        try start()
    }

    func start() throws {
        try state.withLockedValue { state in
            guard state.process == nil else { return }
            let process = try BackendProcess(["--till", "--port", "0", "--database", database])
            let url = process.firstLine().split(separator: " ").last.map(String.init) ?? ""
            guard let port = url.split(separator: ":").last.flatMap({ UInt16($0.prefix { $0 != "/" }) }) else {
                throw Refused(path: database, status: 0)
            }
            state.process = process
            state.url = String(url.dropLast("/v1".count))
            relay.aim(at: port)
        }
    }

    /// Kills the server with SIGKILL.
    func kill() {
        state.withLockedValue { state in
            guard let process = state.process else { return }
            relay.aim(at: nil)
            process.kill()
            state.process = nil
            state.kills += 1
        }
    }

    func end() {
        kill()
        relay.stop()
    }

    func add(_ fault: Fault) async throws {
        try await ask("/dev/faults") { writer in
            writer.field("kind", fault.kind.rawValue)
            writer.field("path", fault.path)
            writer.field("times", fault.times)
        }
    }

    func deposit(cents: Int, to email: String) async throws {
        try await ask("/dev/deposits") { writer in
            writer.field("email", email)
            writer.field("amountCents", cents)
        }
    }

    /// IDs of all bookings that were carried out, the oldest first.
    func journal() async throws -> [String] {
        try await ask("/dev/journal")["bookings"]?.elements?.compactMap { $0["id"]?.text } ?? []
    }

    @discardableResult
    private func ask(_ path: String, _ body: ((inout JSONWriter) -> Void)? = nil) async throws -> JSONValue {
        var request = HTTPClientRequest(url: state.withLockedValue(\.url) + path)
        if let body {
            request.method = .POST
            request.headers.add(name: "content-type", value: "application/json")
            var writer = JSONWriter()
            writer.element(body)
            request.body = .bytes(ByteBuffer(bytes: writer.take()))
        }
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
        guard response.status == .ok else { throw Refused(path: path, status: response.status.code) }
        return try JSONValue(parsing: try await response.body.collect(upTo: 64 << 20).readableBytesView)
    }
}
