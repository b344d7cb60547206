import Randomness
import struct Crypto.SHA256
import DongleProtocol

/// Operations on the dongle's config store.
struct ConfigStore {
    /// Deadline of operations; erasing flash takes long.
    static let deadlineMs: UInt32 = 20_000

    /// Bytes of an answer to CONFIG_STAT.
    static let statBytes = 116

    let session: Session

    static func digest(_ bytes: [UInt8]) -> Digest { Digest([UInt8](SHA256.hash(data: bytes))) ?? .zero }

    /// Reads a whole config.
    static func read(_ s: Session, _ copy: ConfigCopy) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            let part = try s.ask(ConfigReadRequest(copy: copy, offset: UInt32(bytes.count), length: 0xFFFF))
            bytes += part.data
            if bytes.count >= Int(part.length) { return bytes }
            try expect(!part.data.isEmpty, "bytes from \(bytes.count) of \(part.length)", got: "none")
        }
    }

    var stat: ConfigStatAnswer { get throws { try session.ask(ConfigStatRequest()) } }

    /// Makes a CONFIG_BEGIN request for these bytes.
    static func begin(_ bytes: [UInt8], base: ShortDigest = .zero) -> ConfigBeginRequest {
        ConfigBeginRequest(deadlineMs: deadlineMs, length: UInt32(bytes.count), digest: digest(bytes), base: base)
    }

    func begin(_ bytes: [UInt8], base: ShortDigest = .zero) throws -> ConfigBeginResult {
        try session.result(Self.begin(bytes, base: base))
    }

    /// Sends the bytes from the transfer's next offset up to `end`.
    func send(_ bytes: [UInt8], _ transfer: ConfigBeginResult, upTo end: Int? = nil) throws {
        var next = Int(transfer.next)
        let end = end ?? bytes.count
        while next < end {
            let chunk = min(Int(transfer.chunk), end - next)
            let data = Array(bytes[next..<(next + chunk)])
            let answer = try session.ask(
                ConfigDataRequest(transfer: transfer.transfer, offset: UInt32(next), data: data))
            try expect(answer.next, equals: UInt32(next + chunk), "next after \(chunk) bytes from \(next)")
            next += chunk
        }
    }

    func commit(_ bytes: [UInt8], _ transfer: UInt16) throws -> Done {
        try session.perform(
            ConfigCommitRequest(deadlineMs: Self.deadlineMs, transfer: transfer, digest: Self.digest(bytes).short))
    }

    /// Makes the bytes the active config.
    ///
    /// - Throws: ``CheckNotProven`` if the dongle's validator refuses them.
    func install(_ bytes: [UInt8]) throws {
        guard try stat.activeDigest != Self.digest(bytes) else { return }
        let transfer = try begin(bytes)
        try send(bytes, transfer)
        let done = try commit(bytes, transfer.transfer)
        if done.status == .invalid {
            throw CheckNotProven(reason: "the dongle's validator refuses the configs of this test")
        }
        try expect(done.status == .ok, "COMMIT done with OK", got: done.status.words)
    }

    /// Saves the active config and returns the sequence of its mark.
    func save() throws -> UInt32 {
        try session.result(ConfigSaveRequest(deadlineMs: Self.deadlineMs)).sequence
    }
}

extension Bench {
    /// Opens a session for changing the config store. Reads the original configs unless that is
    /// already done, then makes the factory config active.
    ///
    /// - Throws: ``CheckNotProven`` if answers of the store do not fit the dongle's payloads.
    func openStore() throws -> ConfigStore {
        let s = try open()
        guard s.reply.largestPayloadToHost >= ConfigStore.statBytes else {
            throw CheckNotProven(reason: "CONFIG_STAT does not fit payloads under \(ConfigStore.statBytes) bytes")
        }
        if keptConfigs == nil { keptConfigs = try KeptConfigs(s) }
        // Every check starts from the factory config, so that a flash area is free. Flash may still
        // be at work for the session before (SPEC.md 11.2).
        let end = ContinuousClock.now + .seconds(20)
        var reset = try s.ask(.configReset)
        while reset.status == .busy && ContinuousClock.now < end {
            pause(.milliseconds(50))
            reset = try s.ask(.configReset)
        }
        try expect(reset.status == .ok, "CONFIG_RESET answered OK", got: reset.status.words)
        return ConfigStore(session: s)
    }

    /// Bytes of a config that every check can use.
    private static let configBytes = 400

    /// Makes a config that a validating dongle accepts as well: the original active config and
    /// white space, by which variants differ.
    ///
    /// - Parameter units: Number of flash erase units that the config takes, the last one in part,
    ///   as far as the limit allows.
    /// - Throws: ``CheckNotProven`` if the dongle's limit is too low for the checks.
    func config(_ variant: UInt64, units: Int = 1, _ s: Session) throws -> [UInt8] {
        let info = try s.ask(InfoRequest())
        let limit = Int(info.largestConfig)
        guard limit >= Self.configBytes else {
            throw CheckNotProven(
                reason: "the configs of this test have \(Self.configBytes) bytes, and the dongle takes \(limit)")
        }
        let text = keptConfigs.map(\.active) ?? []
        let start = text.isEmpty || text.count + 64 > limit ? Array("{}".utf8) : text
        let wanted = max(start.count + 48, Int(info.eraseUnit) * (units - 1) + 300)
        var random = SplitMix64(seed: variant)
        var bytes = start
        while bytes.count < min(wanted, limit) {
            bytes.append([0x20, 0x09, 0x0A, 0x0D][Int(random.next() & 3)])
        }
        return bytes
    }
}
