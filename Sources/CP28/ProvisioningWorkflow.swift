/// One attempt to configure a beacon, from the first look to the last. Does no I/O and does not
/// know the time: it returns the next action and is given its result.
///
/// There is one action at a time. Answers, the end of the connection and a request to stop may
/// arrive at any time. An action returned for these replaces the one under way, which is then
/// ``Action/listen(milliseconds:)``. After a request to stop, the caller must cut looking,
/// connecting or watching short and report the result.
package struct ProvisioningWorkflow: Sendable {
    package enum Action: Sendable, Hashable {
        /// Listen until the beacon was heard and the state on the air is known.
        case look
        case connect
        /// Request an ATT MTU of this size; the run also works if the beacon keeps its own.
        case exchangeMTU(Int)
        case discover
        /// Enable notifications of the value with this handle.
        case subscribe(handle: UInt16)
        /// Write the password at this index of the list.
        case writePassword(Int, to: BeaconServer.Target)
        /// Wait for this time; answers may arrive.
        case listen(milliseconds: Int)
        case write(ConfigurationStep, to: BeaconServer.Target)
        case disconnect
        /// Listen until the new identity is verified, or the time for this is over.
        case watch
        /// Nothing; the state is final.
        case end
    }

    package enum Input: Sendable, Hashable {
        case looked(Look)
        case connected
        case notConnected(ConnectFault)
        case discovered([BeaconServer.Characteristic])
        /// The action under way succeeded: MTU exchange, subscription, write, wait or
        /// disconnection.
        case done
        case failed(OperationFault)
        /// A notification arrived.
        case answered([UInt8])
        /// The connection ended unexpectedly; the HCI reason, 0 = unknown.
        case disconnected(reason: UInt8)
        case watched(AirVerdict)
        case stop
    }

    package enum Look: Sendable, Hashable {
        case heard(isConnectable: Bool)
        case notHeard(milliseconds: Int)
        /// The beacon has the new identity on the air, by the rules of ``AirVerdict``.
        case asWanted
        /// The new identity is on the air, but the beacon is not heard under its own address.
        case unclear(RunFailure)
        case notListening
    }

    package enum ConnectFault: Sendable, Hashable {
        case noAnswer, noSlot, dongleLost
    }

    package enum OperationFault: Sendable, Hashable {
        /// The beacon refused the operation with an ATT error code. Nothing was changed.
        case att(UInt8)
        /// The connection ended; the HCI reason, 0 = unknown. The operation may have been done.
        case disconnected(reason: UInt8)
        /// The operation may have been done.
        case timedOut
        case dongleLost(mayBeDone: Bool)
        /// The beacon does not support the operation. Nothing was changed.
        case unsupported
        /// The value does not fit in one unacknowledged write. Nothing was changed.
        case tooLong
    }

    enum Phase: Sendable, Hashable {
        case idle, looking, connecting, negotiating, discovering, subscribing
        case sendingPassword(Int)
        case settling(Int)
        case writing(ConfigurationStep)
        case awaitingAnswer(ConfigurationStep)
        /// Waiting while the beacon writes to its flash.
        case saving
        case disconnecting
        case watching
        case ended
    }

    let profile: BeaconProfile
    let steps: [ConfigurationStep]
    let passwordCount: Int
    /// Whether an earlier attempt may have asked the beacon to save, and whether that was
    /// acknowledged.
    let savedBefore: Bool
    let wasSaved: Bool
    var phase = Phase.idle
    var server: BeaconServer?
    var isConnected = false
    var connectTries = 0
    /// Verdict of answers that arrived before the write was acknowledged.
    var verdict: ReplyRule.Verdict?
    /// Answer that refused the write.
    var refusal: [UInt8] = []
    var passwordUnderTrial: Int?
    /// Whether the connection is only ended so that the next password gets a new one.
    var isChangingPassword = false
    /// Whether the beacon ended the connection when asked for a larger ATT MTU.
    var keepsMTU = false
    /// HCI reason of the last disconnection; 0 = unknown.
    var lastReason: UInt8 = 0
    /// Failure to report once the connection has ended.
    var failure: RunFailure?
    var isSaved = false

    /// State of the run.
    package internal(set) var state = RunState.planned
    /// Whether the beacon may have been asked to save, in this attempt or an earlier one.
    package internal(set) var mayHaveSaved: Bool
    /// Indexes of the refused passwords in the list.
    package internal(set) var refusedPasswords: Set<Int>
    /// The latest step begun, 0 before the first.
    package internal(set) var step = 0
    /// Whether a stop was requested.
    package internal(set) var isStopping = false

    /// MTU that phones request, too. A UUID's packet has 21 bytes, and an ATT MTU of 23 leaves room
    /// for 20: it would need a long write, which not every beacon supports.
    static let wantedMTU = 185
    /// Wait for the reason of a disconnection, in milliseconds.
    static let reasonMs = 200

    /// - Parameters:
    ///   - passwordCount: Number of passwords to try.
    ///   - refusedPasswords: Passwords that were refused in an earlier attempt of the run; they are
    ///     not tried again.
    ///   - mayHaveSaved: Whether an earlier attempt may have asked the beacon to save.
    ///   - wasSaved: Whether the beacon acknowledged saving.
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

    /// Returns the first action.
    package mutating func begin() -> Action {
        guard phase == .idle else { return .end }
        state = .connecting
        phase = .looking
        return .look
    }

    /// Processes an input.
    ///
    /// - Returns: The next action; nil = continue with the action under way.
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
