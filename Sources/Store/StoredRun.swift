import Advertising
import Foundation
import GatewayModel

/// State of one attempt to provision one beacon.
package struct StoredRun: Sendable, Hashable {
    /// Never reused.
    package var id: Int64
    /// Shared by runs that were started together; a resumed run moves to a new batch.
    package var batch: Int64
    /// Values to write to the beacon.
    package var target: Target
    /// Current state.
    package var progress: Progress
    package var createdMicroseconds: Int64
    package var updatedMicroseconds: Int64

    package struct Target: Sendable, Hashable {
        package var address: BluetoothAddress
        /// Nil = the type with which the address is first heard.
        package var addressType: AddressType?
        /// Name of the beacon profile.
        package var profile: String
        /// 1...20 ASCII characters, checked by the caller.
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

        /// Whether both write the same values to the same beacon.
        func isSame(as other: Target) -> Bool {
            var other = other
            other.addressType = addressType
            return self == other
        }
    }

    /// The beacon's address: a new one if the beacon was seen under it, otherwise the address of
    /// the connection.
    package var beaconAddress: BluetoothAddress { progress.seenAddress ?? target.address }

    package struct Progress: Sendable, Hashable {
        package var state = ProvisioningState.planned
        /// The latest step that was begun in this attempt, 0 before the first.
        package var step = 0
        /// Whether the beacon may have been asked to save, in any attempt.
        package var saveBegun = false
        /// Number of attempts begun.
        package var attempts = 0
        /// Reason why the run ended or is stopped.
        package var reason: Reason?
        /// Id of the dongle of the last attempt.
        package var dongle: String?
        package var isSimulated = false
        /// Identity of the beacon before the first write.
        package var found: BeaconIdentity?
        /// Adverts on the air before the first write, as encoded by the caller, at most 64 KiB.
        package var baseline: Data?
        /// Address at which the new identity was seen.
        package var seenAddress: BluetoothAddress?
        package var seenRSSI: Int?
        /// Marks of the passwords that the beacon refused, 0...65,535 each: too short to reveal the
        /// passwords.
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
    /// One word: `look`, `connect`, `mtu`, `discover`, `subscribe`, `password`, `listen`, `write`,
    /// `disconnect`, `verify`, `notification`, `stop`, `settle`.
    package var kind: String
    /// Number of the step, from 1; nil if the line belongs to no step.
    package var step: Int?
    /// Description, never a password. Cut after 1,000 characters.
    package var detail: String
    /// Bytes sent over the air, at most 512, the maximum length of an attribute; never a password.
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

/// Numbers of runs.
package struct ProvisioningCounts: Sendable, Hashable {
    /// Stored runs.
    package let runs: Int
    /// Stored runs that have not ended.
    package let underWay: Int
    /// Runs ever deleted to make room.
    package let droppedRuns: Int
}
