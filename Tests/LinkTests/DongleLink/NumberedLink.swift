import Advertising
@testable import DongleLink
import DongleProtocol
import TestSupport
import SimulatedDongle
import Testing

/// Handles of the attributes of the numbered peripherals.
enum Handle {
    static let notifying: UInt16 = 3
    static let configuration: UInt16 = 4
    static let written: UInt16 = 6
    static let commanded: UInt16 = 8
}

/// The request had no outcome in time.
struct NoOutcome: Error {}

extension VirtualLink {
    /// Returns a link to a dongle among numbered peripherals, with a session.
    static func numbered(
        _ count: Int = 1, line: LineConditions = LineConditions(), seed: UInt64 = 1, largestMTU: Int = 185,
        readable: Int = 20, replay: Replay? = nil, starts: Bool = true
    ) throws -> VirtualLink {
        let link = try VirtualLink(
            scenario: .numbered(count, largestMTU: largestMTU, readable: readable), line: line, seed: seed,
            replay: replay, behaviours: .numbered(seed: seed))
        if starts { try #require(link.start()) }
        return link
    }

    func numbered(_ index: Int = 0) throws -> NumberedPeripheral {
        try #require(dongle.peripherals[index].behaviour as? NumberedPeripheral)
    }

    /// Returns the answer to the request; throws if the request fails or has no outcome.
    @discardableResult
    func give<R: Request>(_ request: R, limit: Duration = .seconds(60)) throws -> R.Answer {
        guard let outcome = outcome(request, limit: limit) else { throw NoOutcome() }
        return try R.Answer(decoding: outcome.get())
    }

    /// Runs until `condition` holds. Returns false if `limit` passed first.
    ///
    /// - Throws: As soon as the port goes away.
    func runPluggedIn(limit: Duration, until condition: () -> Bool) throws -> Bool {
        let before = unpluggings
        let came = run(limit: limit) { unpluggings > before || condition() }
        if unpluggings > before { throw LinkError.portLost }
        return came
    }

    /// Runs for a while.
    ///
    /// - Throws: As soon as the port goes away.
    func runPluggedIn(for duration: Duration) throws {
        _ = try runPluggedIn(limit: duration) { false }
    }

    func connect(_ index: Int = 0) throws -> Connection {
        try give(connectRequest(index)).connection
    }

    func connectRequest(_ index: Int = 0) -> ConnectRequest {
        let address = dongle.peripherals[index].advertiser.address(at: now).value
        return ConnectRequest(deadlineMs: 5000, address: Address(rawValue: address), addressType: .public)
    }

    func subscribe(_ connection: Connection) throws {
        try give(
            SubscribeRequest(
                deadlineMs: 5000, connection: connection, handle: Handle.configuration, mode: .notifications))
    }

    func write(_ number: UInt32, bytes: Int = 4, _ connection: Connection) -> WriteRequest {
        WriteRequest(
            deadlineMs: 5000, connection: connection, handle: Handle.written, value: number.numbered(bytes: bytes))
    }

    /// Numbers of the notifications received, with a nil for each one that a LOST event reports, in
    /// its place.
    var notifications: [UInt32?] {
        actions.flatMap { action -> [UInt32?] in
            guard case .event(let code, let payload) = action else { return [] }
            if code == .notification, let event = try? Notification(decoding: payload) {
                return [UInt32(number: event.value)]
            }
            if code == .lost, let event = try? Lost(decoding: payload) {
                return Array(repeating: nil, count: Int(event.count))
            }
            return []
        }
    }

    /// Returns a frame as the dongle would send it in this session.
    func fromDongle(
        _ kind: FrameKind, id: UInt16 = 0, code: UInt16 = 0, session: UInt16? = nil, flags: UInt8 = 0,
        _ payload: [UInt8]
    ) -> [UInt8] {
        FrameEncoder.encode(
            FrameHeader(kind: kind, flags: flags, session: session ?? liveSession, id: id, code: code),
            payload: payload)
    }
}

extension [UInt32?] {
    /// Whether the numbers rise by one from 0, counting a nil as the lost number.
    var areGapless: Bool {
        enumerated().allSatisfy { $0.element == nil || $0.element == UInt32($0.offset) }
    }
}
