import DongleLink
import DongleProtocol
import GatewayModel
import Logging
import Store

/// Requests about dongles. `name` is an id, an alias or a port; nil = the only dongle.
extension Gateway {
    /// Takes a port into use and waits until its dongle was greeted. If the port is already in use,
    /// returns its dongle.
    ///
    /// Also works before ``run()``: the dongle then waits to be used.
    ///
    /// - Throws: `SerialPortError`, `LinkError`, ``PortChoice/Failure``; in this case the port is
    ///   not in use, unless it was before. ``GatewayError``.
    package func adopt(_ port: PortChoice, baud: Int?) async throws -> DongleStatus {
        guard !isStopping else { throw GatewayError.stopping }
        let chosen = try await PortOpener(target: .named(port), baud: baud).choose().port
        if let known = self.port(using: port, at: chosen.path) {
            try await known.supervisor.waitForLink()
            return await status(of: known)
        }
        // `auto` may mean another port at a later time.
        let target = port == .auto ? PortTarget.named(.path(chosen.path)) : .named(port)
        let supervisor = try add(target, path: chosen.path, baud: baud ?? configuration.baud)
        do {
            try await supervisor.attempt()
            // If the gateway was stopped or the dongle released meanwhile, the port must be closed
            // here: nothing else would close it.
            guard let adopted = ports[supervisor.key], join({ await supervisor.run() }) else {
                throw GatewayError.stopping
            }
            releasedPaths.remove(chosen.path)
            await recordRequest("Dongle adopted", "\(adopted.path) is in use.", of: adopted)
            return await status(of: adopted)
        } catch {
            remove(supervisor.key)
            await supervisor.shutDown()
            throw error
        }
    }

    /// Closes the dongle's port, and leaves the port alone from now on.
    ///
    /// - Throws: ``GatewayError/notInUse(_:)``.
    package func release(_ name: String) async throws {
        guard case .inUse(let key, let port) = try await find(name) else {
            throw GatewayError.notInUse(name)
        }
        remove(key)
        if port.target.isFound { releasedPaths.insert(port.path) }
        await port.supervisor.shutDown()
        logger.info("\(port.path) is released.")
        await recordRequest("Dongle released", "\(port.path) is left alone.", of: port)
    }

    /// Records an event, except in a gateway that lasts as long as one verb: that adopts a dongle
    /// for the verb, which is no news.
    private func recordRequest(_ title: String, _ detail: String, of port: PortInUse) async {
        guard configuration.isDaemon else { return }
        await eventLog.record(.info, title, detail: detail, dongle: port.id, isSimulated: port.isSimulated)
    }

    /// Gives a dongle an alias, or removes its alias.
    ///
    /// - Throws: ``GatewayError/invalidAlias(_:)``, ``GatewayError/aliasTaken(_:owner:)``,
    ///   `StoreError`.
    package func setAlias(_ alias: String?, of name: String) async throws -> DongleStatus {
        if let alias, !Self.isAlias(alias) { throw GatewayError.invalidAlias(alias) }
        let id: String?
        switch try await find(name) {
        case .inUse(_, let port): id = port.id
        case .known(let dongle): id = dongle.id
        }
        guard let id else { throw GatewayError.dongleAway(name, state: Unusable(state: .opening).words) }
        do {
            guard try await store.dongles.setAlias(alias, of: id) else {
                throw GatewayError.unknownDongle(name, known: [])
            }
        } catch StoreError.aliasTaken(let owner) {
            throw GatewayError.aliasTaken(alias ?? "", owner: owner)
        }
        guard let status = await dongles().first(where: { $0.id == id }) else {
            throw GatewayError.unknownDongle(name, known: [])
        }
        return status
    }

    /// Deletes a dongle that is not in use.
    ///
    /// - Throws: ``GatewayError/portTaken(port:dongle:)`` for a dongle in use.
    package func forget(_ name: String) async throws {
        switch try await find(name) {
        case .inUse(_, let port): throw GatewayError.portTaken(port: port.path, dongle: port.id)
        case .known(let dongle): _ = try await store.dongles.forget(dongle.id)
        }
    }

    /// Returns a live dongle's description, features and counters.
    package func details(of name: String?) async throws -> DongleDetails {
        let (_, link) = try await usable(name)
        let hello = try await link.dongle.identity
        let (info, state) = (try await link.dongle.info(), try await link.dongle.state())
        let alias = (try? await store.dongles.list())?.first { $0.id == link.id }?.alias
        return DongleDetails(link, alias: alias, hello, info, state)
    }

    /// Makes the dongle identify itself to the user, for at most 60 s; zero ends it.
    package func identify(_ name: String?, for duration: Duration) async throws {
        try await usable(name).link.dongle.identify(for: duration)
    }

    /// Restarts the dongle. The link greets it again by itself.
    package func reboot(_ name: String?, _ mode: RebootMode) async throws {
        try await usable(name).link.dongle.reboot(mode)
    }

    /// Returns the dongle's log from now on; the stream ends with the link.
    package func log(of name: String?) async throws -> AsyncStream<LogLine> {
        await (try usable(name)).link.dongle.logLines()
    }
}
