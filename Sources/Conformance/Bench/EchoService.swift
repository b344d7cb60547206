import DongleProtocol
import EchoCharacteristics

/// A connection to a peripheral with the echo service; docs/conformance.md describes it.
struct EchoService {
    typealias Value = EchoCharacteristic

    /// The value of ``EchoCharacteristic/long``.
    static let long = EchoCharacteristic.longValue

    let link: Link
    private let all: [CharacteristicRecord]

    /// Connects and looks for the characteristics that a check needs.
    ///
    /// - Throws: ``CheckNotProven`` if the peripheral lacks one.
    init(_ bench: Bench, _ session: Session, _ needed: Value...) throws {
        link = try Link(bench, session)
        all = try link.characteristics()
        guard needed.allSatisfy({ value in all.contains { $0.uuid == value.attributeUUID } }) else {
            throw CheckNotProven(reason: "connect to a device with the echo service (docs/conformance.md)")
        }
    }

    var session: Session { link.session }

    func has(_ value: Value) -> Bool { all.contains { $0.uuid == value.attributeUUID } }

    func handle(_ value: Value) throws -> UInt16 { try record(value).valueHandle }

    func properties(_ value: Value) throws -> CharacteristicProperties { try record(value).properties }

    /// Returns the handle of a characteristic's configuration.
    func configuration(_ value: Value) throws -> UInt16 {
        guard let handle = try link.configuration(of: record(value), among: all) else {
            throw CheckFailure(expected: "a configuration behind handle \(try handle(value))", got: "none")
        }
        return handle
    }

    private func record(_ value: Value) throws -> CharacteristicRecord {
        guard let record = all.first(where: { $0.uuid == value.attributeUUID }) else {
            throw CheckNotProven(reason: "connect to a device with the echo service (docs/conformance.md)")
        }
        return record
    }

    /// Subscribes; fails the check unless that is done with OK.
    func subscribe(_ value: Value, _ mode: SubscriptionMode) throws {
        let done = try link.subscribe(configuration(value), mode)
        try expect(done.status == .ok, "SUBSCRIBE: OK", got: done.status.words)
    }

    /// Exchanges the MTU and returns the one in effect.
    func exchangeMTU() throws -> Int { Int(try link.exchangeMTU(517)) }

    /// Sends a WRITE_COMMAND; fails the check unless it is answered OK.
    func command(_ bytes: [UInt8], id: UInt16? = nil) throws {
        let request = WriteCommandRequest(connection: link.connection, handle: try handle(.echo), value: bytes)
        var answer = try session.ask(.writeCommand, request.encoded(), id: id)
        for _ in 0..<50 where answer.status == .noBuffers && id == nil {
            pause(.milliseconds(20))
            answer = try session.ask(.writeCommand, request.encoded())
        }
        try expect(answer.status == .ok, "WRITE_COMMAND: OK", got: answer.status.words)
    }

    /// Takes the next notification or indication of this connection; nil if none comes within
    /// `limit`.
    func next(_ code: EventCode, limit: Duration) throws -> Notification? {
        let frame = try session.wait(limit: limit) { session.takeEvent { $0.header.event == code } }
        guard let frame else { return nil }
        let event: Notification = try decoded(frame.payload, "the fields of \(code.name ?? "an event")")
        try expect(
            event.connection == link.connection, "its connection, \(PeripheralChecks.words(link.connection))",
            got: PeripheralChecks.words(event.connection))
        return event
    }

    /// Fails the check unless a DONE has this status and effect.
    static func expectEnd(_ done: Done, _ status: Status, _ effect: Effect, _ what: String) throws {
        try expect(
            done.status == status && done.effect == effect, "\(what): \(status.words), effect \(effect.words)",
            got: "\(done.status.words), effect \(done.effect.words)")
    }
}

extension EchoCharacteristic {
    var attributeUUID: AttributeUUID? { AttributeUUID(withUnsafeBytes(of: uuid.littleEndian) { Array($0) }) }
}
