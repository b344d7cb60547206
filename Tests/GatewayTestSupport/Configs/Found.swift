import FlockFinder
import Gateway
import GatewayModel
import SimulatedDongle

/// State that a gateway finds after a transfer was cut short, and faults in its report of that
/// state.
package struct Found: Sendable, CustomStringConvertible {
    /// The action that was cut short, and the config that the gateway says the device holds, such
    /// as `push previous`; `nothing` if every transfer had ended.
    package var told = ""
    /// Config that the device actually holds.
    package var holds: ConfigPair.Side?
    package var keeps: ConfigPair.Side?
    package var faults: [String] = []

    /// Commands and markers that had reached the device when the transfer was cut short.
    private let words: [String]

    init(after words: [String]) {
        self.words = words
    }

    /// The state in words, by which results are counted.
    package var ending: String {
        "status tells of \(told); it holds the \(Self.word(holds)) config, and keeps the \(Self.word(keeps)) one"
    }

    package var description: String { faults.reduce(ending) { "\($0) FAULT: \($1)" } }

    private static func word(_ side: ConfigPair.Side?) -> String { side?.rawValue ?? "broken" }

    /// Looks at the device as `status` does, and finishes the transfer.
    package mutating func look(by gateway: Gateway, _ pty: PtyDongle, _ pair: ConfigPair) async throws {
        guard let truth = await pty.finder({ $0.memory }) else { throw KillFailure.unexpected("there is no device") }
        (holds, keeps) = (pair.side(truth.config), pair.side(truth.stored))
        if keeps == nil { faults.append("it keeps half a config") }
        let open = try await gateway.configs.devices().first?.openTransfers ?? 0
        let status = try await gateway.report(.read, ConfigOrder(device: FinderRoom.device))
        check(status, pair, open: open)
        check(try await gateway.configs.transfers(of: FinderRoom.device), try await gateway.configs.devices().first)
        try await finish(by: gateway, pty, pair)
    }

    private mutating func check(_ status: ConfigReport, _ pair: ConfigPair, open: Int) {
        let words = status.interrupted.map { "\($0.action) \($0.holds?.rawValue ?? "unread")" }
        told = words.isEmpty ? "nothing" : words.joined(separator: ", ")
        if let failure = status.failure { faults.append("status failed: \(failure.message)") }
        if status.held.flatMap({ pair.side(telling: $0) }) != holds || holds == nil {
            faults.append("status has another config than the device")
        }
        if open != status.interrupted.count { faults.append("\(open) transfers were open, \(words) are told") }
        checkPhases(status.interrupted)
        for item in status.interrupted where item.holds != (holds == .new ? .wanted : .previous) {
            faults.append("\(item.action) is said to have left \(item.holds?.rawValue ?? "nothing")")
        }
    }

    /// Checks the phase reported for each transfer: it is recorded before anything is sent or
    /// reported.
    private mutating func checkPhases(_ items: [ConfigTransferItem]) {
        for item in items {
            let least: [TransferPhase] =
                switch item.action {
                case "save": words.contains("SAVE_CONFIG") ? [.saving] : [.begun, .saving]
                // The config was read twice before.
                case _ where words.count(where: { $0 == "GET_CONFIG" }) > 2: [.written]
                case _ where words.contains("CONFIG_START"): [.writing, .written]
                default: [.begun, .writing]
                }
            if !least.contains(item.phase) {
                faults.append("\(item.action) is said to be \(item.phase) after \(words)")
            }
        }
    }

    /// Checks the journal, once the leftovers are settled.
    private mutating func check(_ transfers: [ConfigTransferItem], _ device: ConfigDevice?) {
        for transfer in transfers where transfer.outcome == nil { faults.append("\(transfer.action) is still open") }
        let push = transfers.first { $0.action == "push" }
        let save = transfers.first { $0.action == "save" }
        if holds == .new, push?.outcome != .applied {
            faults.append("it has the new config, and no push has applied it")
        }
        if holds == .old, push?.outcome == .applied { faults.append("a push is called applied") }
        if keeps == .new, save == nil { faults.append("it keeps the new config, and no save had begun") }
        let isCalledSaved = save?.outcome == .appliedAndSaved || device?.saved != nil
        if keeps != .new, isCalledSaved { faults.append("it is called saved") }
    }

    private mutating func finish(by gateway: Gateway, _ pty: PtyDongle, _ pair: ConfigPair) async throws {
        var order = ConfigOrder(device: FinderRoom.device)
        (order.config, order.save, order.mayRemove) = (pair.text, true, true)
        let report = try await gateway.report(.push, order)
        if report.outcome != .appliedAndSaved || report.failure != nil {
            faults.append("pushed again: \(report.outcome?.rawValue ?? "nothing") \(report.failure?.message ?? "")")
        }
        if !report.interrupted.isEmpty { faults.append("what was settled is told again") }
        let last = await pty.finder { [$0.config, $0.stored] } ?? []
        if last.map({ pair.side($0) }) != [.new, .new] { faults.append("pushed again, it does not hold and keep it") }
        let open = try await gateway.configs.devices().first?.openTransfers ?? 0
        if open != 0 { faults.append("pushed again, \(open) transfers are open") }
    }
}
