import Advertising
import CP28
import Store

/// Lines of the journal. They never contain a password.
extension RunWorker {
    func intent(_ action: ProvisioningWorkflow.Action) -> ActiveRun.Line {
        switch action {
        case .look: .intent("look", "listen for the beacon")
        case .connect: .intent("connect", "connect")
        case .exchangeMTU(let wanted): .intent("mtu", "ask for an ATT MTU of \(wanted)")
        case .discover: .intent("discover", "discover services")
        case .subscribe(let handle):
            .intent("subscribe", "switch on notifications of \(profile.notify), handle \(handle)")
        case .writePassword(let index, let target):
            .intent(
                "password",
                "write password \(index + 1) of \(passwords.count) to \(profile.password), handle \(target.handle)")
        case .listen(let milliseconds): .intent("listen", "wait \(milliseconds) ms for answers")
        case .write(let step, let target):
            .intent(
                "write", "\(step.title), \(target.isAcknowledged ? "to be acknowledged" : "without acknowledgement")",
                step: step.number, bytes: step.packet.bytes)
        case .disconnect: .intent("disconnect", "end the connection")
        case .watch: .intent("verify", "listen for \(wanted.identity)")
        case .end: .note("settle", "end")
        }
    }

    /// Returns the lines for an outcome.
    func lines(
        of input: ProvisioningWorkflow.Input, to action: ProvisioningWorkflow.Action, remark: String? = nil
    ) async -> [ActiveRun.Line] {
        let (kind, step) = (intent(action).kind, intent(action).step)
        switch input {
        case .looked(let look):
            let baseline = AirBaseline(await run.stored.progress.baseline)
            return [.outcome(kind, words(look, baseline?.identity))] + remarks(on: baseline)
        case .connected: return [.outcome(kind, "connected")]
        case .notConnected(let fault): return [.outcome(kind, words(fault))]
        case .discovered(let found):
            let text = found.map { "\($0.service)/\($0.uuid)" }.joined(separator: " ")
            return [.outcome(kind, "found " + (text.isEmpty ? "nothing" : String(text.prefix(400))))]
        case .done: return [.outcome(kind, remark ?? words(done: action), step: step)]
        case .failed(let fault): return [.outcome(kind, words(fault), step: step)]
        case .answered(let bytes): return [notification(bytes)]
        case .disconnected(let reason): return [.note("disconnect", "the connection ended, \(words(reason: reason))")]
        case .watched(let verdict): return [.outcome(kind, words(verdict))]
        case .stop: return [.note("stop", "somebody asked for it to end")]
        }
    }

    private func notification(_ bytes: [UInt8]) -> ActiveRun.Line {
        // A beacon may send back the password that it was given.
        guard !passwords.contains(where: { bytes.contains($0.utf8) }) else {
            return .note("notification", "\(bytes.count) bytes with a password in them, not kept")
        }
        let meaning = (try? CP28Packet(bytes)).map { "answer to \($0.command.words)" } ?? "\(bytes.count) bytes"
        return .note("notification", meaning, bytes: bytes)
    }

    /// Returns notes on circumstances in which hearing the new identity may prove nothing.
    private func remarks(on baseline: AirBaseline?) -> [ActiveRun.Line] {
        guard let baseline else { return [] }
        var remarks: [ActiveRun.Line] = []
        if baseline.hadTarget { remarks.append(.note("look", "it had the new identity before")) }
        if !baseline.others.isEmpty {
            let list = baseline.others.map(\.description).joined(separator: " ")
            remarks.append(.note("look", "the new identity was on the air before, from \(list)"))
        }
        return remarks
    }

    private func words(_ look: ProvisioningWorkflow.Look, _ identity: BeaconIdentity?) -> String {
        switch look {
        case .heard(isConnectable: true):
            "heard" + (identity.map { ", as \($0)" } ?? ", without an identity")
        case .heard(isConnectable: false): "heard, and it cannot be connected to"
        case .notHeard(let milliseconds): "not heard within \(milliseconds) ms"
        case .asWanted: "heard as it is to be"
        case .unclear(let reason): describe(reason).message
        case .notListening: "no dongle listened"
        }
    }

    private func words(_ fault: ProvisioningWorkflow.ConnectFault) -> String {
        switch fault {
        case .noAnswer: "no connection came about"
        case .noSlot: "every slot of the dongle is in use"
        case .dongleLost: "the dongle was lost"
        }
    }

    private func words(_ fault: ProvisioningWorkflow.OperationFault) -> String {
        switch fault {
        case .att(let code): "refused with ATT error 0x\(Hexadecimal.text([code]))"
        case .disconnected(let reason): "the connection ended, \(words(reason: reason))"
        case .timedOut: "not acknowledged in time"
        case .unsupported: "the beacon lacks what that takes"
        case .tooLong: "it does not fit into the ATT MTU"
        case .dongleLost(let mayBeDone):
            "the dongle was lost; " + (mayBeDone ? "it may have been sent" : "it was not sent")
        }
    }

    private func words(reason: UInt8) -> String {
        reason == 0 ? "the reason is not known" : "HCI reason 0x\(Hexadecimal.text([reason]))"
    }

    private func words(done action: ProvisioningWorkflow.Action) -> String {
        switch action {
        case .write(_, let target), .writePassword(_, let target):
            target.isAcknowledged ? "acknowledged" : "queued in the dongle"
        default: "done"
        }
    }

    private func words(_ verdict: AirVerdict) -> String {
        switch verdict {
        case .verified(let address, let rssiDBm): "seen from \(address)" + (rssiDBm.map { ", \($0) dBm" } ?? "")
        case .unverified(let reason): describe(reason).message
        }
    }
}

extension [UInt8] {
    fileprivate func contains(_ part: String.UTF8View) -> Bool {
        let part = Array(part)
        guard !part.isEmpty, count >= part.count else { return false }
        return (0...count - part.count).contains { self[$0..<$0 + part.count].elementsEqual(part) }
    }
}

extension CP28Command {
    /// Name of the command, if it has one.
    fileprivate var words: String {
        switch self {
        case .save: "save"
        case .deviceInfo: "device information"
        case .iBeacon: "iBeacon"
        case .name: "name"
        case .uuid: "UUID"
        case .major: "major"
        case .minor: "minor"
        case .rssiAt1m: "RSSI at 1 m"
        case .interval: "interval"
        case .txPower: "TX power"
        case .triggerOff: "trigger off"
        case .disableFrame: "frame off"
        default: "command 0x\(Hexadecimal.text([rawValue]))"
        }
    }
}
