import DongleLink
import DongleProtocol
import GatewayModel
import Glibc
import LineFormats
import Logging
import SerialPort
import Store

/// Dongles: the ports in use, the supervisor of each, and which dongle is on which port.
package actor DongleService {
    /// Longest wait for links to be closed in order when the gateway stops.
    private static let closingLimit = Duration.milliseconds(600)

    nonisolated let configuration: Gateway.Configuration
    nonisolated let store: DongleStore
    nonisolated let connections: ConnectionService
    nonisolated let detections: DetectionService
    nonisolated let logger: Logger
    private let hub: AdvertHub
    private let pool: WorkPool
    private let clock: GatewayClock
    private let news: DongleNews

    private(set) var ports = PortTable()
    private var avoided = AvoidedPorts()
    private var lastKey = 0
    /// Bridges that may run, also those of ports that are being removed.
    private var bridges: [StartedBridge] = []
    /// Newest error of a link or port.
    package private(set) var lastError: ErrorReport?

    init(
        configuration: Gateway.Configuration, store: DongleStore, hub: AdvertHub, eventLog: EventLog,
        connections: ConnectionService, detections: DetectionService, pool: WorkPool, clock: GatewayClock,
        logger: Logger
    ) {
        (self.configuration, self.store, self.hub, self.pool) = (configuration, store, hub, pool)
        (self.connections, self.detections, self.clock, self.logger) = (connections, detections, clock, logger)
        news = DongleNews(store: store, eventLog: eventLog, tellsRequests: configuration.isDaemon, logger: logger)
    }

    // MARK: Ports in use

    /// Takes a port into use and waits until its dongle was greeted. If the port is already in use,
    /// returns its dongle.
    ///
    /// Also works before ``Gateway/run()``: the dongle then waits to be used.
    ///
    /// - Throws: `SerialPortError`, `LinkError`, ``RadioError``, ``PortChoice/Failure``; in this
    ///   case the port is not in use, unless it was before. ``GatewayError``.
    package func adopt(_ port: PortChoice, baud: Int?) async throws -> DongleStatus {
        guard !pool.isFinished else { throw GatewayError.stopping }
        let chosen = try await PortOpener(target: .named(port), baud: baud).choose().port
        if let known = ports.port(on: chosen.path, of: port) {
            try await known.supervisor.waitForLink()
            return await status(of: known)
        }
        // `auto` may mean another port at a later time.
        let target = port == .auto ? PortTarget.named(.path(chosen.path)) : .named(port)
        let supervisor = try add(target, path: chosen.path, baud: baud ?? configuration.baud, isAdopted: true)
        do {
            await supervisor.prepare()
            try await supervisor.attempt()
            // If the gateway was stopped or the dongle released meanwhile, the port must be closed
            // here: nothing else would close it.
            guard let adopted = ports[supervisor.key], pool.join({ await supervisor.run() }) else {
                throw GatewayError.stopping
            }
            avoided.unrelease(chosen.path)
            await news.requested("Dongle adopted", "\(adopted.path) is in use.", of: adopted)
            return await status(of: adopted)
        } catch {
            await remove(supervisor.key)
            await supervisor.shutDown()
            throw error
        }
    }

    /// Closes the dongle's port, and leaves the port alone from now on.
    ///
    /// - Throws: ``GatewayError/notInUse(_:)``.
    package func release(_ name: String) async throws {
        guard case .inUse(let port) = try await find(name) else { throw GatewayError.notInUse(name) }
        // Marked first, because a found port would otherwise be used again.
        if port.target.isFound { avoided.release(port.path) }
        await remove(port.key)
        await port.supervisor.shutDown()
        logger.info("\(port.path) is released.")
        await news.requested("Dongle released", "\(port.path) is left alone.", of: port)
    }

    /// Adds a port, with its supervisor.
    ///
    /// - Parameter isAdopted: Whether it must work now. A radio whose controller is missing then
    ///   fails, instead of waiting for it.
    func add(
        _ target: PortTarget, path: String, baud: Int?, isAdopted: Bool = false
    ) throws(GatewayError) -> DongleSupervisor {
        guard !pool.isFinished else { throw .stopping }
        lastKey += 1
        let radio = target.radio.map {
            RadioPort($0, configuration.radios, waitsForController: !isAdopted, clock: clock)
        }
        bridges.removeAll { $0.bridge == nil }
        if let bridge = radio?.bridge { bridges.append(StartedBridge(bridge: bridge)) }
        let supervisor = DongleSupervisor(
            key: lastKey, opener: PortOpener(target: target, baud: baud, radio: radio, trace: configuration.trace),
            gathering: configuration.gathering, hub: hub, clock: clock, dongles: self)
        try ports.add(PortInUse(supervisor: supervisor, path: path))
        hub.add(supervisor.source)
        return supervisor
    }

    /// Removes a port, and ends its supervisor.
    private func remove(_ key: Int) async {
        guard let port = ports.remove(key) else { return }
        // Before the connections are forgotten: none is made for a supervisor that is ending.
        port.supervisor.end()
        hub.remove(port.supervisor.source)
        await connections.forget(on: key)
    }

    /// Takes a port into use, whether or not it can be opened now.
    func supervise(_ target: PortTarget, path: String) {
        do {
            let supervisor = try add(target, path: path, baud: configuration.baud)
            pool.join {
                await supervisor.prepare()
                await supervisor.run()
            }
        } catch {
            logger.error("\(target.text) is not used: \(configuration.report(error).message)")
        }
    }

    // MARK: Ports that come and go

    /// Handles a port that is present. May be called again for a known port.
    func appeared(_ port: PortDescription, isToBeUsed: Bool) {
        pool.join { [detections] in await detections.portAppeared() }
        let concerned = ports.all.filter { $0.isConcerned(by: port) }
        for supervisor in concerned.map(\.supervisor) { pool.join { await supervisor.portAppeared() } }
        guard isToBeUsed, concerned.isEmpty, port.looksLikeDongle, !avoided.contains(port.path) else { return }
        supervise(.found(path: port.path), path: port.path)
    }

    /// Handles a port that is gone. A supervisor with a link notices that by itself; the supervisor
    /// of a found port that never had a dongle is removed.
    func disappeared(_ path: String) async {
        avoided.unrelease(path)
        while let port = ports.all.first(where: { $0.target == .found(path: path) && $0.id == nil }) {
            await remove(port.key)
        }
    }

    /// Leaves a port to an owner that is not a dongle, from now on.
    ///
    /// - Parameter owner: Name of the owner, for ``takeBack(from:)``.
    /// - Throws: `SerialPortError.busy` if a dongle is or was on the port.
    func leave(_ path: String, to owner: String) async throws {
        let known = ports.port(on: path)
        if let known, known.isLinked || known.id != nil { throw SerialPortError.busy(path: path, holder: nil) }
        avoided.leave(PortChoice.resolvedPath(path), to: owner, after: known)
        guard let known else { return }
        await remove(known.key)
        await known.supervisor.shutDown()
    }

    /// Makes the ports that were left to this owner available again, and uses those that the user
    /// had named.
    func takeBack(from owner: String) {
        for port in avoided.takeBack(from: owner) where !port.target.isFound {
            supervise(port.target, path: port.path)
        }
    }

    // MARK: Reports of supervisors

    /// Assigns a greeted dongle to the port it answered on.
    ///
    /// - Throws: ``GatewayError/portTaken(port:dongle:)`` if it is linked on another port.
    func claim(_ link: OpenLink, for supervisor: DongleSupervisor) async throws {
        let (here, there) = try ports.claim(link, on: supervisor.key)
        guard let there else {
            guard here.id != nil, here.id != link.id else { return }
            _ = supervisor.source.setInterrupted(false)
            _ = await supervisor.handOver()
            return
        }
        // The dongle and its outage move here, and the records of this port's earlier dongle to the
        // other port.
        let (ours, theirs) = (supervisor.source, there.supervisor.source)
        let (oursWas, theirsWas) = (ours.setInterrupted(false), theirs.setInterrupted(false))
        if theirsWas { _ = ours.setInterrupted(true) }
        if oursWas { _ = theirs.setInterrupted(true) }
        let (ourDongle, theirDongle) = (await supervisor.handOver(), await there.supervisor.handOver())
        await supervisor.takeOver(theirDongle)
        await there.supervisor.takeOver(ourDongle)
        // If the other port still exists, another dongle may be about to answer on it.
        if there.target.isFound, here.id == nil, access(there.path, F_OK) != 0 { await remove(there.key) }
    }

    /// Handles the greeting of a dongle, which ends an outage if one was reported.
    func greeted(_ link: OpenLink, key: Int, after outage: Duration?) async {
        let now = Timestamp.now
        await news.greeted(link, at: now)
        if ports.endOutage(key) { await news.outageEnded(of: link.id, at: now) }
        if let outage { await news.returned(link, after: outage) }
        await connections.dongleAppeared()
    }

    /// Handles the loss of a link, or of the session on it.
    ///
    /// - Parameter error: What is known of the reason; nil = no more than the interruption says.
    func linkLost(_ key: Int, _ cause: Interruption, because error: (any Error)? = nil, isNews: Bool) async {
        guard let (port, beginsOutage) = ports.lose(key, isLinkGone: cause == .portLost) else { return }
        let report = configuration.report(error ?? cause.error)
        lastError = report
        await connections.forget(on: key)
        if beginsOutage, let id = port.id { await news.outageBegan(of: id, cause) }
        if isNews { await news.lost(port, cause, report) }
    }

    /// Handles a port that cannot be opened, or on which no dongle answers.
    func portFailed(_ key: Int, _ error: any Error) async {
        guard let port = ports[key] else { return }
        let report = configuration.report(error)
        lastError = report
        await news.failed(port, error, report)
    }

    /// Records that the dongle keeps restarting.
    func unstable(_ key: Int, _ reason: ResetReason) async {
        if let port = ports[key] { await news.unstable(port, reason) }
    }

    /// Notes that the dongle refused to scan.
    func scanRefused(_ key: Int, _ error: any Error) {
        guard let port = ports[key] else { return }
        let report = configuration.report(error)
        lastError = report
        logger.warning("Dongle \(port.id ?? port.path) does not scan: \(report.message)")
    }

    // MARK: End

    /// Ends the supervisors, without waiting for them.
    func end() {
        for port in ports.all { port.supervisor.end() }
    }

    /// Ends the supervisors, and waits for them a limited time.
    func closeLinks() async {
        end()
        await clock.atMost(Self.closingLimit) { [ports] in
            for port in ports.all { await port.supervisor.finished() }
        }
    }

    /// Ends the bridges of all radios, and returns when they have ended: one that heeds nothing is
    /// killed after 2 s.
    package func endBridges() async {
        await withDiscardingTaskGroup { group in
            for bridge in bridges.compactMap(\.bridge) { group.addTask { await bridge.stop() } }
        }
    }

    /// Closes and removes every port.
    func finish() async {
        for port in ports.all {
            await port.supervisor.shutDown()
            await remove(port.key)
        }
    }
}

/// A bridge that lasts as long as its supervisor, which ends it.
private struct StartedBridge {
    weak var bridge: RadioBridge?
}
