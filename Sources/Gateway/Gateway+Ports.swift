import GatewayModel
import Logging
import SerialPort

/// Use of ports, and changes of the ports that are present.
extension Gateway {
    /// Adds a port, with its supervisor.
    func add(_ target: PortTarget, path: String, baud: Int?) throws(GatewayError) -> DongleSupervisor {
        guard !isStopping else { throw .stopping }
        guard ports.count < Self.portLimit else { throw .tooMany("ports", limit: Self.portLimit) }
        let supervisor = DongleSupervisor(
            key: takeKey(), opener: PortOpener(target: target, baud: baud, trace: configuration.trace),
            gathering: configuration.gathering, hub: hub, clock: clock, gateway: self)
        ports[supervisor.key] = PortInUse(supervisor: supervisor, path: path)
        hub.add(supervisor.source)
        return supervisor
    }

    /// Removes a port, and ends its supervisor.
    func remove(_ key: Int) {
        guard let port = ports.removeValue(forKey: key) else { return }
        port.supervisor.end()
        hub.remove(port.supervisor.source)
        forgetConnections(on: key)
    }

    /// Uses the configured ports, and with `auto` every port that looks like a dongle.
    func followPorts() async {
        for choice in configuration.ports where choice != .auto {
            supervise(.named(choice), path: choice.text)
        }
        let findsPorts = configuration.ports.contains(.auto)
        guard configuration.followsPorts else {
            if findsPorts { await findPorts() }
            return
        }
        do {
            // The watch begins before the ports are listed, so that no change is missed.
            let watch = try PortWatch()
            if findsPorts { await findPorts() }
            for await news in watch.news {
                switch news {
                case .change(.added(let port)): appeared(port, isToBeUsed: findsPorts)
                case .change(.removed(let path)): disappeared(path)
                case .overrun: if findsPorts { await findPorts() }
                }
            }
        } catch {
            logger.warning("Ports that are plugged in later are not noticed: \(report(error).message)")
            if findsPorts { await findPorts() }
        }
    }

    private func findPorts() async {
        do {
            for port in try await PortOpener.ports() { appeared(port, isToBeUsed: true) }
        } catch {
            logger.warning("The ports cannot be listed: \(report(error).message)")
        }
    }

    /// Handles a port that is present. May be called again for a known port.
    func appeared(_ port: PortDescription, isToBeUsed: Bool) {
        join { await self.detections.portAppeared() }
        let concerned = ports.values.filter { $0.isConcerned(by: port) }
        for known in concerned {
            let supervisor = known.supervisor
            join { await supervisor.portAppeared() }
        }
        guard isToBeUsed, concerned.isEmpty, port.looksLikeDongle, !releasedPaths.contains(port.path),
            !isLeft(port.path)
        else { return }
        supervise(.found(path: port.path), path: port.path)
    }

    /// Handles a port that is gone. A supervisor with a link notices that by itself; the supervisor
    /// of a found port that never had a dongle is removed.
    func disappeared(_ path: String) {
        releasedPaths.remove(path)
        for (key, port) in ports where port.target == .found(path: path) && port.id == nil {
            remove(key)
        }
    }

    /// Leaves a port to an owner that is not a dongle, from now on.
    ///
    /// - Parameter owner: Name of the owner, for ``takeBack(from:)``.
    /// - Throws: `SerialPortError.busy` if a dongle is or was on the port.
    func leave(_ path: String, to owner: String) async throws {
        let known = ports.first { $0.value.isOn(path) }
        if let known, known.value.isLinked || known.value.id != nil {
            throw SerialPortError.busy(path: path, holder: nil)
        }
        leftPorts[owner, default: []].append((PortChoice.resolvedPath(path), known?.value))
        guard let (key, port) = known else { return }
        remove(key)
        await port.supervisor.shutDown()
    }

    /// Makes the ports that were left to this owner available again, and uses those that the user
    /// had named.
    func takeBack(from owner: String) {
        for case let port? in leftPorts.removeValue(forKey: owner)?.map(\.port) ?? [] where !port.target.isFound {
            supervise(port.target, path: port.path)
        }
    }

    private func isLeft(_ path: String) -> Bool { leftPorts.values.contains { $0.contains { $0.path == path } } }

    /// Returns the paths that have an open link.
    func linkedPaths(except key: Int) -> Set<String> {
        Set(
            ports.filter { $0.key != key && $0.value.isLinked }
                .flatMap { [$0.value.path, PortChoice.resolvedPath($0.value.path)] })
    }

    /// Takes a port into use, whether or not it can be opened now.
    private func supervise(_ target: PortTarget, path: String) {
        do {
            let supervisor = try add(target, path: path, baud: configuration.baud)
            join { await supervisor.run() }
        } catch {
            logger.error("\(target.text) is not used: \(report(error).message)")
        }
    }

    /// Returns the port in use that has this path or this choice.
    func port(using choice: PortChoice, at path: String) -> PortInUse? {
        ports.values.first { $0.target == .named(choice) || $0.isOn(path) }
    }
}

extension PortInUse {
    /// Returns whether a path leads to this port, under any name.
    fileprivate func isOn(_ other: String) -> Bool {
        path == other || PortChoice.resolvedPath(path) == PortChoice.resolvedPath(other)
    }
}
