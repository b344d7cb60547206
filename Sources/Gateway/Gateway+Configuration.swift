import BeaconTracking
import CP28
import DongleLink
import GatewayModel
import Glibc
import LineFormats
import Notifications

extension Gateway {
    /// Configuration of a gateway.
    package struct Configuration: Sendable {
        /// Name of the gateway, for people.
        package var name = Configuration.hostName
        /// Ports that the gateway uses from the start and for as long as it runs, present or not.
        package var ports: [PortChoice] = []
        /// How the dongles of radios are reached.
        package var radios = RadioSetup()
        /// Bits per second; nil = found by trying.
        package var baud: Int?
        /// Whether the gateway stays. In both cases a lost port is opened again; if the gateway
        /// does not stay, a port that cannot be opened at first is an error of
        /// ``DongleService/adopt(_:baud:)``.
        package var isDaemon = true
        package var scansAlways = true
        package var scansActively = true
        /// Weakest signal wanted, in dBm; nil = every advert.
        package var minimumRSSI: Int8?
        /// Time for which adverts gather before readers get them, if they come slowly. The first
        /// does not wait.
        package var gathering = Duration.milliseconds(25)
        /// Largest number of connections held for clients at a time.
        package var connectionLimit = 64
        /// Slots of each dongle that Bluetooth proxies leave free.
        package var reservedSlots = 0
        /// Largest number of readers of each kind at a time.
        package var readerLimit = 600
        /// Whether the gateway follows ports that come and go through udev.
        package var followsPorts = true
        /// Settings for judging beacons, and the number of beacons stored.
        package var beacons = BeaconTracker.Configuration()
        /// Whether a gateway that stays and scans compares adverts with the enabled patterns even
        /// without readers.
        package var detects = true
        /// Kinds of beacons that can be provisioned, the default first.
        package var profiles = BeaconProfile.bundled
        /// Settings of the Payfrit backend that tables are registered with.
        package var payfrit = PayfritSetup()
        /// Settings of the club's till.
        package var till = TillSetup()
        /// Sends a notice, such as of a region that was entered or left. Must not take long.
        package var notify: @Sendable (Notice) async -> Void = { _ in }
        /// Returns the status of each way of notifying that is set up.
        package var notifications: @Sendable () async -> [NotificationStatus] = { [] }
        /// Retries a message of the outbox, and returns whether it exists; nil: the message is only
        /// marked for a retry in the store.
        package var retryOutbox: (@Sendable (Int64) async throws -> Bool)?
        /// Drops a message of the outbox, and returns whether it existed; nil: the message is only
        /// removed from the store.
        package var dropFromOutbox: (@Sendable (Int64) async throws -> Bool)?
        /// Tests every webhook once, or only the one with this number; nil: there are none.
        package var testWebhooks: (@Sendable (Int?) async throws -> [WebhookTest])?
        /// Ways of notifying that have begun to fail, or that work again.
        package var sinkChanges: AsyncStream<SinkChange>?
        /// Ends the gateway and starts it again on the same database; nil: the gateway lasts as
        /// long as one verb.
        package var restart: (@Sendable () -> Void)?
        /// Returns the trace that records every byte of the line on a port, by the port's path; nil
        /// = no trace.
        package var trace: (@Sendable (String) -> any WireTrace)?
        /// Describes an error. The layer above knows the words.
        package var describe: @Sendable (any Error) -> (code: String, message: String, hint: String) = {
            ("error", "\($0)", "")
        }

        package init() {}

        /// Name of this machine.
        private static let hostName: String = {
            // Source: gethostname(2), which allows 64 bytes.
            var name = [CChar](repeating: 0, count: 65)
            guard gethostname(&name, name.count - 1) == 0 else { return "" }
            return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        }()
    }
}

extension Gateway.Configuration {
    /// Converts an error to its report.
    func report(_ error: any Error) -> ErrorReport {
        let (code, message, hint) = describe(error)
        return ErrorReport(at: .now, code: code, message: message, hint: hint)
    }

    /// Sends notices through a notifier, which must be run elsewhere.
    package mutating func tell(by notifier: Notifier) {
        notify = { await notifier.notify($0) }
        notifications = { await notifier.status.map(NotificationStatus.init) }
        retryOutbox = { try await notifier.retry($0) }
        dropFromOutbox = { try await notifier.drop($0) }
        sinkChanges = notifier.changes
        testWebhooks = { number in
            let known = notifier.webhooks
            guard number.map(known.contains) ?? !known.isEmpty else {
                throw GatewayError.noWebhook(number, count: known.count)
            }
            let notice = Notice(
                type: "test", ts: .now, title: "Test", reason: "Somebody tries whether webhooks arrive.", region: "",
                beacon: nil, rssi: nil, dongle: nil, simulated: false)
            return await notifier.test(notice, number: number).map { trial in
                WebhookTest(
                    number: trial.number, destination: trial.name, delivered: trial.error == nil, error: trial.error,
                    milliseconds: Int(trial.took / .milliseconds(1)))
            }
        }
    }
}

extension NotificationStatus {
    init(_ sink: SinkStatus) {
        self.init(
            kind: sink.kind, destination: sink.name, delivered: sink.delivered, failed: sink.failed,
            dropped: sink.dropped, givenUp: sink.givenUp, waiting: sink.waiting, lastError: sink.lastError)
    }
}
