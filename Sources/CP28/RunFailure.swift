import Advertising

/// Why a run ended without being verified.
package enum RunFailure: Error, Sendable, Hashable {
    /// It did not advertise within `milliseconds`.
    case notHeard(milliseconds: Int)
    case notConnectable
    /// It was heard, and did not answer the attempts to connect.
    case noConnection
    /// Every connection slot of the dongle is in use.
    case noSlot
    /// It has no such service or characteristic.
    case missing(String)
    /// It lacks a property, such as `write`.
    case lacks(String, property: String)
    /// What is to notify its answers cannot be switched on: it has no Client Characteristic Configuration descriptor.
    case noAnswersPossible
    /// An unacknowledged write of the step does not fit into its ATT MTU.
    case tooSmallMTU(step: Int)
    /// It refused every password; none is left.
    case passwordsRefused(tried: Int)
    /// The beacon refused a step, with an ATT error code or an answer of refusal.
    case stepRefused(Int, by: Refusal)
    /// The answer that the profile demands did not come.
    case noReply(step: Int)
    /// It ended the connection, or went out of range; the HCI reason. Step 0: before the first.
    case disconnected(step: Int, reason: UInt8)
    /// The dongle was lost: unplugged, restarted, or silent.
    case dongleLost(step: Int)
    /// It did not acknowledge in time.
    case timedOut(step: Int)
    /// Somebody asked for it to end.
    case stopped(step: Int)
    /// The program ended in the middle.
    case interrupted(step: Int)
    /// The journal could not be written, so nothing more was done.
    case journal(step: Int)
    /// Everything was written, and within `milliseconds` the new identity was not seen. `stillOld`: the old one was.
    case notSeen(milliseconds: Int, stillOld: Bool)
    /// It was seen at another address, which may be a new one of the beacon's, or may not.
    case seenElsewhere(at: BluetoothAddress, rssiDBm: Int8?, Doubt)
    /// It was on the air before, and nothing else has changed, so that seeing it proves nothing.
    case seenBefore
    /// No dongle listened while it was looked for. `written`: everything had been written and acknowledged.
    case notListening(written: Bool)

    /// Why what was seen at another address is not taken for the beacon.
    package enum Doubt: Sendable, Hashable {
        /// The beacon's own address still has the old identity.
        case oldIdentityHeard
        /// The beacon's own address was not silent for so long.
        case notSilent(milliseconds: Int)
        /// It was seen at this address, too.
        case several(BluetoothAddress)
        /// The beacon was much nearer or farther; dBm.
        case otherSignal(before: Int8)
    }

    package enum Refusal: Sendable, Hashable {
        /// An ATT error code.
        case att(UInt8)
        case answer([UInt8])
    }
}
