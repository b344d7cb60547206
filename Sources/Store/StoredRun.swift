import Advertising
import Foundation
import GatewayModel

/// One provisioning of one beacon, as it stands.
package struct StoredRun: Sendable, Hashable {
    /// Never used again.
    package var id: Int64
    /// What was begun together has the same; a run that is resumed goes to a new one.
    package var batch: Int64
    /// What is to be.
    package var target: Target
    /// How it stands.
    package var progress: Progress
    package var createdMicroseconds: Int64
    package var updatedMicroseconds: Int64

    package struct Target: Sendable, Hashable {
        package var address: BluetoothAddress
        /// Nil = heard at first.
        package var addressType: AddressType?
        /// Name of the beacon profile.
        package var profile: String
        /// 1...20 ASCII characters, which the caller sees to.
        package var name: String
        package var identity: BeaconIdentity
        /// dBm.
        package var rssiAt1m: Int
        package var intervalMs: Int
        /// 0...7.
        package var txPower: Int

        package init(
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
    package var beaconAddress: BluetoothAddress { progress.seenAddress ?? target.address }

    package struct Progress: Sendable, Hashable {
        package var state = ProvisioningState.planned
        /// The step that was begun last in this attempt, 0 before the first.
        package var step = 0
        /// Whether the beacon may have been told to keep what was written, in any attempt.
        package var saveBegun = false
        /// How often it was begun, 0 before the first.
        package var attempts = 0
        /// Why it ended, or stands still.
        package var reason: Reason?
        /// Id of the dongle of the last attempt.
        package var dongle: String?
        package var isSimulated = false
        /// What the beacon was before the first write.
        package var found: BeaconIdentity?
        /// What was on the air before the first write, as its writer encodes it, at most 64 KiB.
        package var baseline: Data?
        /// Where the new identity was seen.
        package var seenAddress: BluetoothAddress?
        package var seenRSSI: Int?
        /// Marks of the passwords that the beacon has refused, 0...65,535 each: too short to tell them.
        package var refusedPasswords: [Int] = []

        package init() {}
    }

    package struct Reason: Sendable, Hashable {
        /// Lowercase words and hyphens.
        package var code: String
        package var message: String
        package var hint: String

        package init(code: String, message: String, hint: String) {
            self.code = code
            self.message = message
            self.hint = hint
        }
    }

    package init(
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
package struct JournalEntry: Sendable, Hashable {
    package var atMicroseconds: Int64
    /// 1 for the first attempt of the run.
    package var attempt: Int
    package var phase: ExchangePhase
    /// One word: `look`, `connect`, `mtu`, `discover`, `subscribe`, `password`, `listen`, `write`, `disconnect`, `verify`,
    /// `notification`, `stop`, `settle`.
    package var kind: String
    /// Of the steps, 1 the first; nil for what is none.
    package var step: Int?
    /// In words; never a password. Cut where it has more than 1,000 characters.
    package var detail: String
    /// What went over the air, at most 512 bytes, which is the longest that an attribute can be; never a password.
    package var bytes: [UInt8]?

    package init(
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
package struct ProvisioningCounts: Sendable, Hashable {
    /// Those that are kept.
    package let runs: Int
    /// Of these, those that did not come to their end.
    package let underWay: Int
    /// Those that have gone, ever, to make room.
    package let droppedRuns: Int
}
