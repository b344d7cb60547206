import BeaconTracking
import CP28
import DongleLink
import GatewayModel
import Notifications

extension Gateway {
    /// What a gateway is to do.
    package struct Configuration: Sendable {
        /// Taken into use at the start, and kept at for as long as it runs, whether or not they are there.
        package var ports: [PortChoice] = []
        /// Bits a second; nil = found out.
        package var baud: Int?
        /// Whether it stays: a port that is lost is opened again. Otherwise likewise, but a port that cannot be opened at
        /// first is an error of ``Gateway/adopt(_:baud:)``.
        package var isDaemon = true
        package var scansAlways = true
        package var scansActively = true
        /// dBm; nil = every advert.
        package var minimumRSSI: Int8?
        /// How long adverts gather before readers get them, where they come slowly. The first does not wait.
        package var gathering = Duration.milliseconds(25)
        /// Connections held for clients at a time.
        package var connectionLimit = 64
        /// Readers of each kind at a time.
        package var readerLimit = 600
        /// Whether ports that come and go are followed through udev.
        package var followsPorts = true
        /// How beacons are judged, and how many are kept.
        package var beacons = BeaconTracker.Configuration()
        /// Whether a gateway that stays and scans compares what it hears with the enabled patterns without anybody asking.
        package var detects = true
        /// Kinds of beacons that can be provisioned, the default first.
        package var profiles = BeaconProfile.bundled
        /// Which Payfrit backend tables are registered with.
        package var payfrit = PayfritSetup()
        /// Tells people of a region that was entered or left. It must not take long.
        package var notify: @Sendable (Notice) async -> Void = { _ in }
        /// How telling people goes, by each way that is set up.
        package var notifications: @Sendable () async -> [NotificationStatus] = { [] }
        /// Tries a message of the outbox again, and says whether it is there; nil: it is only marked so.
        package var retryOutbox: (@Sendable (Int64) async throws -> Bool)?
        /// Drops a message of the outbox, and says whether it was there; nil: it is only removed.
        package var dropFromOutbox: (@Sendable (Int64) async throws -> Bool)?
        /// Tries every webhook once, or the one with a number; nil: there are none.
        package var testWebhooks: (@Sendable (Int?) async throws -> [WebhookTest])?
        /// Which way of telling people has begun to fail, or works again.
        package var sinkChanges: AsyncStream<SinkChange>?
        /// Ends the gateway, and starts it again on the same database; nil: it lasts as long as one verb.
        package var restart: (@Sendable () -> Void)?
        /// What sees every byte of the line on a port, by the port's path; nil where nothing does.
        package var trace: (@Sendable (String) -> any WireTrace)?
        /// The words for an error, which a layer above knows better.
        package var describe: @Sendable (any Error) -> (code: String, message: String, hint: String) = {
            ("error", "\($0)", "")
        }

        package init() {}
    }
}
