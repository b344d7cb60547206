@testable import DongleLink
import DongleProtocol
import TestSupport
import SimulatedDongle
import Testing

/// Shared parts of the config store's tests: an old config, a new one, and dongles that know them.
enum ConfigCase {
    static let old = SeededConfig(bytes: 700, seed: 1)
    static let new = SeededConfig(bytes: 8000, seed: 2)
    static let unit = UInt32(FlashMemory.unitBytes)
    /// Bytes that the core programs to mark a unit as complete, or a config as saved.
    static let markBytes = 16

    static func link(
        flash: FlashMemory? = nil, line: LineConditions = LineConditions(), seed: UInt64 = 91
    ) throws -> VirtualLink {
        let link = try VirtualLink(scenario: Scenario(name: "nothing"), line: line, seed: seed, flash: flash)
        try #require(link.start())
        return link
    }

    /// Boots a dongle that runs the old config, and returns the link to it.
    static func settled() throws -> VirtualLink {
        let link = try link()
        try ConfigTransfer.perform(over: link, old)
        try link.save()
        return link
    }
}

extension VirtualLink {
    enum UpdateEnd {
        case beforeSave, duringSave, saved
    }

    /// Sends a config, commits and saves it, as far as that succeeds.
    func update(to config: SeededConfig, mayFail: Bool) throws -> UpdateEnd {
        let transfer = Result { () throws(ConfigTransfer.Failure) in try ConfigTransfer.perform(over: self, config) }
        switch transfer {
        case .success: break
        // This config is already active.
        case .failure(.refused(let error)) where error.isRefused(.unchanged): break
        case .failure(let failure):
            guard mayFail else { throw failure }
            return .beforeSave
        }
        guard let outcome = outcome(ConfigSaveRequest(deadlineMs: 5000)) else { throw NoOutcome() }
        guard let error = outcome.lost else { return .saved }
        guard mayFail else { throw error }
        return .duringSave
    }

    func save() throws { try give(ConfigSaveRequest(deadlineMs: 5000)) }
}

extension SeededConfig {
    func data(_ begun: ConfigBeginResult, at offset: Int) -> ConfigDataRequest {
        let end = min(offset + Int(begun.chunk), bytes.count)
        return ConfigDataRequest(transfer: begun.transfer, offset: UInt32(offset), data: Array(bytes[offset..<end]))
    }
}

extension ConfigUpload {
    /// Sends `count` chunks and returns the result that a CONFIG_BEGIN would then have.
    static func firstChunks(
        _ count: Int, of config: SeededConfig, _ begun: ConfigBeginResult, over link: VirtualLink
    ) throws -> ConfigBeginResult {
        var sent = begun
        for _ in 0..<count where sent.next < UInt32(config.bytes.count) {
            sent.next = try link.give(config.data(begun, at: Int(sent.next))).next
        }
        return sent
    }
}
