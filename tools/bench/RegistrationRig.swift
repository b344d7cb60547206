import AsyncHTTPClient
import DevBackend
import Foundation
import GatewayClient
import GatewayModel
import NIOCore

/// A gateway and a development backend, in separate processes, with registrations that wait for a
/// login.
final class RegistrationRig {
    enum Failure: Error {
        case badStart(String)
        case nothingDelivered
        case lateDelivery(PayfritQueue)
    }

    /// Measurements of one delivery.
    struct Delivery {
        /// Time from the login to the last registration delivered, in seconds.
        let seconds: Double
        /// Resident memory of the gateway in MB: before, with half of the registrations delivered,
        /// highest, and 2 s after the last.
        let before: Double
        let half: Double
        let highest: Double
        let after: Double
        /// Registrations that the backend has not carried out exactly once.
        let wrong: Int
        /// Requests to the backend from the login on.
        let requests: Int
    }

    private static let limit = Duration.seconds(120)
    private static let pause = Duration.milliseconds(20)

    private let count: Int
    private let folder: URL
    /// URL of the backend's API, the same in every round, since the waiting registrations belong to
    /// it.
    private let url: String
    private var round = 0
    /// Time of the tables' allocation, in seconds.
    let planning: Double

    /// Has the backend allocate `count` tables, and queues a registration for each.
    init(count: Int) throws {
        self.count = count
        folder = FileManager.default.temporaryDirectory.appending(path: "perch-bench-\(UUID().uuidString.prefix(8))")
        let first = folder.appending(path: "0")
        try FileManager.default.createDirectory(
            at: first.appending(path: "state"), withIntermediateDirectories: true)
        do {
            let (backend, url) = try RegistrationRig.backend(in: first, port: 0)
            defer { backend.stop() }
            self.url = url
            planning = try Waiting.value {
                try await QueuedRegistrations(count: count, url: url).write(to: first.appending(path: "state/perch.db"))
            }
        } catch {
            // A failure leaves only files in the temporary folder.
            try? FileManager.default.removeItem(at: folder)
            throw error
        }
    }

    func remove() {
        // A failure leaves only files in the temporary folder.
        try? FileManager.default.removeItem(at: folder)
    }

    /// Delivers all registrations to a backend that knows none of them.
    func deliver() throws -> Delivery {
        round += 1
        let here = folder.appending(path: "\(round)")
        try FileManager.default.copyItem(at: folder.appending(path: "0"), to: here)
        guard let port = URL(string: url)?.port else { throw Failure.badStart(url) }
        let (backend, url) = try RegistrationRig.backend(in: here, port: port)
        defer { backend.stop() }
        guard url == self.url else { throw Failure.badStart(url) }
        let socket = here.appending(path: "s").path
        let gateway = try PerchProcess(
            [
                "serve", "--port", here.appending(path: "no-dongle").path, "--socket", socket, "--state",
                here.appending(path: "state").path, "--log-level", "error",
            ], environment: ["PERCH_PAYFRIT_ENVIRONMENT": url])
        defer { gateway.stop() }
        try gateway.wait(for: socket)
        let processID = gateway.processID
        return try Waiting.value { [count] in
            try await RegistrationRig.deliver(count, url: url, socket: socket, processID: processID)
        }
    }

    private static func deliver(
        _ count: Int, url: String, socket: String, processID: Int32
    ) async throws -> Delivery {
        let client = GatewayClient(address: .socket(socket))
        let outcome: Result<Delivery, any Error>
        do {
            var queue = try await client.payfritStatus().registrations
            let started = ContinuousClock.now
            while queue.held != .loggedOut, .now - started < limit {
                try await Task.sleep(for: pause)
                queue = try await client.payfritStatus().registrations
            }
            guard queue.waiting == count, queue.held != nil else { throw Failure.badStart("\(queue)") }
            try await Task.sleep(for: .seconds(2))
            let requests = try await state(of: url).requests
            let before = memory(processID)
            var (half, highest): (Double?, Double) = (nil, before)
            let start = ContinuousClock.now
            _ = try await client.logInToPayfrit(PayfritLogin(phone: "+15550100", otp: "123456"))
            repeat {
                try await Task.sleep(for: pause)
                queue = try await client.payfritStatus().registrations
                let now = memory(processID)
                highest = max(highest, now)
                if queue.delivered >= count / 2 { half = half ?? now }
                guard .now - start < limit else { throw Failure.lateDelivery(queue) }
            } while queue.delivered < count
            let time = (.now - start) / .seconds(1)
            try await Task.sleep(for: .seconds(2))
            let state = try await state(of: url)
            let once = state.registrations.values.count { $0 == 1 }
            outcome = .success(
                Delivery(
                    seconds: time, before: before, half: half ?? highest, highest: highest, after: memory(processID),
                    // Registrations that are missing, repeated, or were not waiting.
                    wrong: max(count - min(once, state.verifies.count), state.registrations.count - once),
                    requests: state.requests.values.reduce(0, +) - requests.values.reduce(0, +)))
        } catch {
            outcome = .failure(error)
        }
        await client.close()
        return try outcome.get()
    }

    private static func memory(_ processID: Int32) -> Double {
        ProcessUsage.residentMegabytes(processID: processID) ?? .nan
    }

    private static func state(of url: String) async throws -> BackendState {
        let response = try await HTTPClient.shared.execute(
            HTTPClientRequest(url: url.dropLast("/api".count) + "/dev/state"), timeout: .seconds(10))
        let body = try await response.body.collect(upTo: 16 * 1024 * 1024)
        return try JSONDecoder().decode(BackendState.self, from: Data(body.readableBytesView))
    }

    private static func backend(in folder: URL, port: Int) throws -> (process: PerchProcess, url: String) {
        let process = try PerchProcess(
            ["--seed", "large", "--port", "\(port)", "--database", folder.appending(path: "backend.db").path],
            program: "perch-dev-backend")
        var line: [UInt8] = []
        try process.read(within: .seconds(20)) { bytes in
            line += bytes
            return !line.contains(UInt8(ascii: "\n"))
        }
        let text = String(decoding: line, as: UTF8.self)
        guard let url = text.split(whereSeparator: \.isWhitespace).last, url.hasPrefix("http://") else {
            process.stop()
            throw Failure.badStart(text)
        }
        return (process, String(url))
    }
}
