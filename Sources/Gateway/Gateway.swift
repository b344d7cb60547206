import Advertising
import DongleLink
import DongleProtocol
import GatewayModel
import Logging
import Store

/// Owns dongles and the store, and lends them to any number of clients. Knows nothing of HTTP.
public actor Gateway {
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
        /// Connections held for clients at a time.
        public var connectionLimit = 64
        /// Readers of each kind at a time.
        public var readerLimit = 600
        /// Whether ports that come and go are followed through udev.
        public var followsPorts = true

        public init() {}
    }

    public nonisolated let store: Store

    public init(configuration: Configuration, store: Store, logger: Logger) {
        fatalError("unbuilt")
    }

    /// Supervises the dongles until the task is cancelled or ``stop()`` is called; then closes every link, ends every stream
    /// and returns.
    public func run() async throws {}

    /// Ends ``run()``.
    public func stop() {}

    // MARK: What there is

    public func status() async -> GatewayStatus { fatalError("unbuilt") }

    /// Those in use first, then those known from earlier.
    public func dongles() async -> [DongleStatus] { fatalError("unbuilt") }

    // MARK: Dongles. `name` is an id, an alias or a port; nil = the only one.

    /// Takes a port into use and waits until its dongle was greeted. A port that is in use already is the same dongle.
    ///
    /// - Throws: `SerialPortError`, `LinkError`, ``PortChoice/Failure``; then the port is not in use.
    public func adopt(_ port: PortChoice, baud: Int?) async throws -> DongleStatus { fatalError("unbuilt") }

    /// Closes the dongle's port and leaves it alone.
    public func release(_ name: String) async throws { fatalError("unbuilt") }

    public func setAlias(_ alias: String?, of name: String) async throws -> DongleStatus { fatalError("unbuilt") }

    /// Forgets a dongle that is not in use.
    public func forget(_ name: String) async throws { fatalError("unbuilt") }

    public func details(of name: String?) async throws -> DongleDetails { fatalError("unbuilt") }

    public func identify(_ name: String?, for duration: Duration) async throws { fatalError("unbuilt") }

    public func reboot(_ name: String?, _ mode: RebootMode) async throws { fatalError("unbuilt") }

    /// The dongle's log from now on; ends when the link does.
    public func log(of name: String?) async throws -> AsyncStream<LogLine> { fatalError("unbuilt") }

    // MARK: Live data

    /// Adverts from now on. Where nothing is scanned for yet, scanning begins.
    public func adverts(_ query: AdvertQuery) async throws -> AdvertSubscription { fatalError("unbuilt") }

    // MARK: Events

    /// Records an event and tells every reader. Never throws: what cannot be recorded is counted, and told without an id.
    @discardableResult
    public func record(
        _ kind: EventType, _ title: String, detail: String = "", dongle: String? = nil
    ) async -> EventRecord {
        fatalError("unbuilt")
    }

    /// Events in the order of their ids: the oldest `limit` after an id, or the newest.
    public func events(after: Int64?, kinds: Set<EventType>?, limit: Int) async throws -> [EventRecord] {
        fatalError("unbuilt")
    }

    /// Events as they happen, those recorded after an id first.
    public func followEvents(after: Int64?, kinds: Set<EventType>?) async throws -> EventSubscription {
        fatalError("unbuilt")
    }

    /// Removes every event. Returns how many there were.
    public func clearEvents() async throws -> Int { fatalError("unbuilt") }

    // MARK: GATT

    /// Connects, and holds the connection until it ends, is ended, or its lease has passed unused.
    public func connect(_ request: ConnectionRequest) async throws -> ConnectionDescription { fatalError("unbuilt") }

    public func connections() -> [ConnectionDescription] { fatalError("unbuilt") }

    public func disconnect(_ id: String) async throws { fatalError("unbuilt") }

    /// Negotiates the ATT MTU, 23...517, and returns the one in effect.
    public func exchangeMTU(_ id: String, _ wanted: UInt16) async throws -> UInt16 { fatalError("unbuilt") }

    /// The services of the connected device; discovered once a connection.
    public func services(_ id: String) async throws -> [ServiceDescription] { fatalError("unbuilt") }

    public func read(_ id: String, _ handle: UInt16) async throws -> [UInt8] { fatalError("unbuilt") }

    public func write(_ id: String, _ value: [UInt8], to handle: UInt16, confirmed: Bool) async throws {
        fatalError("unbuilt")
    }

    /// Notifications, or where there are none indications, of the characteristic with its value at `handle`, until the
    /// reader leaves or the connection ends.
    public func notifications(_ id: String, _ handle: UInt16) async throws -> AsyncStream<GATTUpdate> {
        fatalError("unbuilt")
    }
}
