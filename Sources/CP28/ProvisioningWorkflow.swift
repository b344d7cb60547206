/// One attempt to make a beacon what it is to be, from the first look to the last. Does no I/O and knows no time: it says what to
/// do next, and is told what came of it.
///
/// There is one action at a time. Answers, the end of the connection and a wish to stop may come at any time besides. An action
/// that is returned then takes the place of the one under way, which was ``Action/listen(milliseconds:)``. After a wish to stop,
/// who looks, connects or watches is to cut that short and say what came of it.
package struct ProvisioningWorkflow: Sendable {
    package enum Action: Sendable, Hashable {
        /// Listen until the beacon was heard, and what is on the air is known.
        case look
        case connect
        /// Ask for an ATT MTU of this size; a beacon that keeps to its own is as good.
        case exchangeMTU(Int)
        case discover
        /// Switch on the notifications of the value with this handle.
        case subscribe(handle: UInt16)
        /// Write the password at this place of the list.
        case writePassword(Int, to: BeaconServer.Target)
        /// Do nothing for so long; answers may come.
        case listen(milliseconds: Int)
        case write(ConfigurationStep, to: BeaconServer.Target)
        case disconnect
        /// Listen until the new identity was seen as it must be, or for as long as that is waited for.
        case watch
        /// Nothing more; the state is an end.
        case end
    }

    package enum Input: Sendable, Hashable {
        case looked(Look)
        case connected
        case notConnected(ConnectFault)
        case discovered([BeaconServer.Characteristic])
        /// The action under way succeeded: the subscription, a write, the wait or the end of the connection.
        case done
        case failed(OperationFault)
        /// Something was notified.
        case answered([UInt8])
        /// The connection ended without being asked to; the HCI reason, 0 = not known.
        case disconnected(reason: UInt8)
        case watched(AirVerdict)
        case stop
    }

    package enum Look: Sendable, Hashable {
        case heard(isConnectable: Bool)
        case notHeard(milliseconds: Int)
        /// It has the new identity on the air, by the rules of ``AirVerdict``.
        case asWanted
        /// The new identity is on the air, and the beacon is not heard under its own address.
        case unclear(RunFailure)
        case notListening
    }

    package enum ConnectFault: Sendable, Hashable {
        case noAnswer, noSlot, dongleLost
    }

    package enum OperationFault: Sendable, Hashable {
        /// The beacon refused it; an ATT error code. Nothing was changed.
        case att(UInt8)
        /// The connection ended meanwhile; the HCI reason, 0 = not known. It may have been done.
        case disconnected(reason: UInt8)
        /// It may have been done.
        case timedOut
        case dongleLost(mayBeDone: Bool)
        /// The beacon lacks what it takes. Nothing was changed.
        case unsupported
        /// It does not fit into one unacknowledged write. Nothing was changed.
        case tooLong
    }

    enum Phase: Sendable, Hashable {
        case idle, looking, connecting, negotiating, discovering, subscribing
        case sendingPassword(Int)
        case settling(Int)
        case writing(ConfigurationStep)
        case awaitingAnswer(ConfigurationStep)
        /// The beacon writes to its flash.
        case saving
        case disconnecting
        case watching
        case ended
    }

    let profile: BeaconProfile
    let steps: [ConfigurationStep]
    let passwordCount: Int
    /// Whether an earlier attempt may have told the beacon to keep what was written, and whether that was acknowledged.
    let savedBefore: Bool
    let wasSaved: Bool
    var phase = Phase.idle
    var server: BeaconServer?
    var isConnected = false
    var connectTries = 0
    /// What answers said of the write under way, before it was acknowledged.
    var verdict: ReplyRule.Verdict?
    /// The answer that refused it.
    var refusal: [UInt8] = []
    var passwordUnderTrial: Int?
    /// Whether the connection is only ended so that the next password has one of its own.
    var isChangingPassword = false
    /// Whether the beacon has hung up when it was asked for a larger ATT MTU.
    var keepsMTU = false
    /// Why the connection that ended last did; 0 = not known.
    var lastReason: UInt8 = 0
    /// What it ends with once the connection is down.
    var failure: RunFailure?
    var isSaved = false

    /// How the run stands.
    package internal(set) var state = RunState.planned
    /// Whether the beacon may have been told to keep what was written, in this attempt or one before.
    package internal(set) var mayHaveSaved: Bool
    /// Passwords that were refused, by their places in the list.
    package internal(set) var refusedPasswords: Set<Int>
    /// The step begun last, 0 before the first.
    package internal(set) var step = 0
    /// Whether it was asked to stop.
    package internal(set) var isStopping = false

    /// What phones ask for, too. A UUID's packet has 21 bytes, and 23 of ATT MTU leave room for 20: it would take a long write,
    /// which not every beacon knows.
    static let wantedMTU = 185
    /// How long the reason for the end of a connection is waited for.
    static let reasonMs = 200

    /// - Parameters:
    ///   - passwordCount: How many there are to try.
    ///   - refusedPasswords: Those that an earlier attempt of the run found refused; they are not tried again.
    ///   - mayHaveSaved: Whether an earlier attempt may have told it to keep what was written.
    ///   - wasSaved: Whether it acknowledged that.
    package init(
        profile: BeaconProfile, wanted: BeaconConfiguration, passwordCount: Int, refusedPasswords: Set<Int> = [],
        mayHaveSaved: Bool = false, wasSaved: Bool = false
    ) {
        self.profile = profile
        steps = ConfigurationStep.all(for: wanted)
        self.passwordCount = passwordCount
        self.refusedPasswords = refusedPasswords
        self.mayHaveSaved = mayHaveSaved
        savedBefore = mayHaveSaved
        self.wasSaved = wasSaved
    }

    /// The first action.
    package mutating func begin() -> Action {
        guard phase == .idle else { return .end }
        state = .connecting
        phase = .looking
        return .look
    }

    /// Takes what happened.
    ///
    /// - Returns: What to do next; nil = go on with what is under way.
    package mutating func take(_ input: Input) -> Action? {
        switch input {
        case .looked(let look): phase == .looking ? looked(look) : nil
        case .connected: phase == .connecting ? connected() : nil
        case .notConnected(let fault): phase == .connecting ? notConnected(fault) : nil
        case .discovered(let found): phase == .discovering ? discovered(found) : nil
        case .done: done()
        case .failed(let fault): failed(fault)
        case .answered(let bytes): answered(bytes)
        case .disconnected(let reason): disconnected(reason)
        case .watched(let verdict): phase == .watching ? watched(verdict) : nil
        case .stop: stop()
        }
    }
}
