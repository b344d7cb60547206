import Advertising

/// Reason why a run ended without being verified.
package enum RunFailure: Error, Sendable, Hashable {
    /// The beacon did not advertise within `milliseconds`.
    case notHeard(milliseconds: Int)
    case notConnectable
    /// The beacon was heard, but did not answer the attempts to connect.
    case noConnection
    /// Every connection slot of the dongle is in use.
    case noSlot
    /// The beacon lacks this service or characteristic.
    case missing(String)
    /// A characteristic lacks a property, such as `write`.
    case lacks(String, property: String)
    /// Notifications of answers cannot be enabled: there is no Client Characteristic Configuration
    /// descriptor.
    case noAnswersPossible
    /// An unacknowledged write of the step does not fit in the beacon's ATT MTU.
    case tooSmallMTU(step: Int)
    /// The beacon refused every password.
    case passwordsRefused(tried: Int)
    /// The beacon refused a step, with an ATT error code or an answer of refusal.
    case stepRefused(Int, by: Refusal)
    /// The answer that the profile requires did not arrive.
    case noReply(step: Int)
    /// The beacon ended the connection or went out of range; the HCI reason. Step 0: before the
    /// first step.
    case disconnected(step: Int, reason: UInt8)
    /// The dongle was lost: unplugged, restarted, or silent.
    case dongleLost(step: Int)
    /// The beacon did not acknowledge in time.
    case timedOut(step: Int)
    /// The user stopped the run.
    case stopped(step: Int)
    /// The program ended during the run.
    case interrupted(step: Int)
    /// The journal could not be written, so the run was ended.
    case journal(step: Int)
    /// Everything was written, but the new identity was not seen within `milliseconds`. `stillOld`:
    /// the old one was.
    case notSeen(milliseconds: Int, stillOld: Bool)
    /// The new identity was seen at another address, which may or may not be the beacon's new one.
    case seenElsewhere(at: BluetoothAddress, rssiDBm: Int8?, Doubt)
    /// The new identity was on the air before, and nothing else has changed, so seeing it proves
    /// nothing.
    case seenBefore
    /// No dongle listened during the check. `written`: everything had been written and
    /// acknowledged.
    case notListening(written: Bool)

    /// Reason why the new identity at another address is not attributed to the beacon.
    package enum Doubt: Sendable, Hashable {
        /// The beacon's own address still has the old identity.
        case oldIdentityHeard
        /// The beacon's own address was not silent for `milliseconds`.
        case notSilent(milliseconds: Int)
        /// The new identity was also seen at this address.
        case several(BluetoothAddress)
        /// The signal differed much from the signal before, in dBm.
        case otherSignal(before: Int8)
    }

    package enum Refusal: Sendable, Hashable {
        /// An ATT error code.
        case att(UInt8)
        case answer([UInt8])
    }
}
