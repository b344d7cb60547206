import Advertising
import Foundation
import GatewayModel

/// One provisioning of one beacon, as it stands.
public struct StoredRun: Sendable, Hashable {
    /// Never used again.
    public var id: Int64
    /// What was begun together has the same; a run that is resumed goes to a new one.
    public var batch: Int64
    /// What is to be.
    public var target: Target
    /// How it stands.
    public var progress: Progress
    public var createdMicroseconds: Int64
    public var updatedMicroseconds: Int64

    public struct Target: Sendable, Hashable {
        public var address: BluetoothAddress
        /// Nil = heard at first.
        public var addressType: AddressType?
        /// Name of the beacon profile.
        public var profile: String
        /// 1...20 ASCII characters, which the caller sees to.
        public var name: String
        public var identity: BeaconIdentity
        /// dBm.
        public var rssiAt1m: Int
        public var intervalMs: Int
        /// 0...7.
        public var txPower: Int

        public init(
            address: BluetoothAddress, addressType: AddressType?, profile: String, name: String,
            identity: BeaconIdentity,
            rssiAt1m: Int, intervalMs: Int, txPower: Int
        ) {
            self.address = address
            self.addressType = addressType
            self.profile = profile
            self.name = name
            self.identity = identity
            self.rssiAt1m = rssiAt1m
            self.intervalMs = intervalMs
            self.txPower = txPower
        }

        /// Whether it makes the same of the same beacon.
        func isSame(as other: Target) -> Bool {
            var other = other
            other.addressType = addressType
            return self == other
        }
    }

    /// The beacon's address: a new one where it was seen under that, else the one that was connected to.
    public var beaconAddress: BluetoothAddress { progress.seenAddress ?? target.address }

    public struct Progress: Sendable, Hashable {
        public var state = ProvisioningState.planned
        /// The step that was begun last in this attempt, 0 before the first.
        public var step = 0
        /// Whether the beacon may have been told to keep what was written, in any attempt.
        public var saveBegun = false
        /// How often it was begun, 0 before the first.
        public var attempts = 0
        /// Why it ended, or stands still.
        public var reason: Reason?
        /// Id of the dongle of the last attempt.
        public var dongle: String?
        public var isSimulated = false
        /// What the beacon was before the first write.
        public var found: BeaconIdentity?
        /// What was on the air before the first write, as its writer encodes it, at most 64 KiB.
        public var baseline: Data?
        /// Where the new identity was seen.
        public var seenAddress: BluetoothAddress?
        public var seenRSSI: Int?
        /// Marks of the passwords that the beacon has refused, 0...65,535 each: too short to tell them.
        public var refusedPasswords: [Int] = []

        public init() {}
    }

    public struct Reason: Sendable, Hashable {
        /// Lowercase words and hyphens.
        public var code: String
        public var message: String
        public var hint: String

        public init(code: String, message: String, hint: String) {
            self.code = code
            self.message = message
            self.hint = hint
        }
    }

    public init(
        id: Int64, batch: Int64, target: Target, progress: Progress, createdMicroseconds: Int64,
        updatedMicroseconds: Int64
    ) {
        self.id = id
        self.batch = batch
        self.target = target
        self.progress = progress
        self.createdMicroseconds = createdMicroseconds
        self.updatedMicroseconds = updatedMicroseconds
    }
}

/// One line of a run's journal.
public struct JournalEntry: Sendable, Hashable {
    public var atMicroseconds: Int64
    /// 1 for the first attempt of the run.
    public var attempt: Int
    public var phase: ExchangePhase
    /// One word: `look`, `connect`, `mtu`, `discover`, `subscribe`, `password`, `listen`, `write`, `disconnect`, `verify`,
    /// `notification`, `stop`, `settle`.
    public var kind: String
    /// Of the steps, 1 the first; nil for what is none.
    public var step: Int?
    /// In words; never a password. Cut where it has more than 1,000 characters.
    public var detail: String
    /// What went over the air, at most 512 bytes, which is the longest that an attribute can be; never a password.
    public var bytes: [UInt8]?

    public init(
        atMicroseconds: Int64, attempt: Int, phase: ExchangePhase, kind: String, step: Int? = nil, detail: String,
        bytes: [UInt8]? = nil
    ) {
        self.atMicroseconds = atMicroseconds
        self.attempt = attempt
        self.phase = phase
        self.kind = kind
        self.step = step
        self.detail = detail
        self.bytes = bytes
    }
}

/// How many runs there are.
public struct ProvisioningCounts: Sendable, Hashable {
    /// Those that are kept.
    public let runs: Int
    /// Of these, those that did not come to their end.
    public let underWay: Int
    /// Those that have gone, ever, to make room.
    public let droppedRuns: Int
}
