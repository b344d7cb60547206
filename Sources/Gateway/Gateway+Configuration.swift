import BeaconTracking
import CP28
import DongleLink
import GatewayModel
import Notifications

extension Gateway {
    /// What a gateway is to do.
    public struct Configuration: Sendable {
        /// Taken into use at the start, and kept at for as long as it runs, whether or not they are there.
        public var ports: [PortChoice] = []
        /// Bits a second; nil = found out.
        public var baud: Int?
        /// Whether it stays: a port that is lost is opened again. Otherwise likewise, but a port that cannot be opened at
        /// first is an error of ``Gateway/adopt(_:baud:)``.
        public var isDaemon = true
        public var scansAlways = true
        public var scansActively = true
        /// dBm; nil = every advert.
        public var minimumRSSI: Int8?
        /// How long adverts gather before readers get them, where they come slowly. The first does not wait.
        public var gathering = Duration.milliseconds(25)
        /// Connections held for clients at a time.
        public var connectionLimit = 64
        /// Readers of each kind at a time.
        public var readerLimit = 600
        /// Whether ports that come and go are followed through udev.
        public var followsPorts = true
        /// How beacons are judged, and how many are kept.
        public var beacons = BeaconTracker.Configuration()
        /// Whether a gateway that stays and scans compares what it hears with the enabled patterns without anybody asking.
        public var detects = true
        /// Kinds of beacons that can be provisioned, the default first.
        public var profiles = BeaconProfile.bundled
        /// Which Payfrit backend tables are registered with.
        public var payfrit = PayfritSetup()
        /// Tells people of a region that was entered or left. It must not take long.
        public var notify: @Sendable (Notice) async -> Void = { _ in }
        /// How telling people goes, by each way that is set up.
        public var notifications: @Sendable () async -> [NotificationStatus] = { [] }
        /// Tries a message of the outbox again, and says whether it is there; nil: it is only marked so.
        public var retryOutbox: (@Sendable (Int64) async throws -> Bool)?
        /// Drops a message of the outbox, and says whether it was there; nil: it is only removed.
        public var dropFromOutbox: (@Sendable (Int64) async throws -> Bool)?
        /// Tries every webhook once, or the one with a number; nil: there are none.
        public var testWebhooks: (@Sendable (Int?) async throws -> [WebhookTest])?
        /// Which way of telling people has begun to fail, or works again.
        public var sinkChanges: AsyncStream<SinkChange>?
        /// Ends the gateway, and starts it again on the same database; nil: it lasts as long as one verb.
        public var restart: (@Sendable () -> Void)?
        /// What sees every byte of the line on a port, by the port's path; nil where nothing does.
        public var trace: (@Sendable (String) -> any WireTrace)?
        /// The words for an error, which a layer above knows better.
        public var describe: @Sendable (any Error) -> (code: String, message: String, hint: String) = {
            ("error", "\($0)", "")
        }

        public init() {}
    }
}
