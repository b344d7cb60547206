import DongleLink
import DongleProtocol
import GatewayModel
import LineFormats
import SerialPort
import Store

/// Requests about dongles. `name` is an id, an alias or a port; nil = the only dongle.
extension DongleService {
    /// A dongle that was found by name.
    enum Found: Sendable {
        case inUse(PortInUse)
        /// A dongle known from earlier that is on no port in use.
        case known(KnownDongle)
    }

    /// Finds a dongle by id, alias or port; nil = the only connected dongle, or, if none is
    /// connected, the only one in use.
    ///
    /// - Throws: ``GatewayError``: the dongle is unknown or ambiguous, or there is none.
    func find(_ name: String?) async throws -> Found {
        guard let name else { return try await onlyOne() }
        // Aliases are in the store; if it fails, ids and ports still work.
        let known = await known()
        let id = known.first { $0.alias == name }?.id ?? name.lowercased()
        if let port = ports.port(of: id, named: name) { return .inUse(port) }
        // A radio is named like its port, also after it was released.
        let isRadio = RadioName.isMeant(by: name)
        if let dongle = known.first(where: { $0.id == id || (isRadio && $0.port == name) }) { return .known(dongle) }
        let unknown = ports.all.map(\.name).filter { id in !known.contains { $0.id == id } }
        throw GatewayError.unknownDongle(name, known: known.map { $0.alias ?? $0.id } + unknown.sorted())
    }

    private func onlyOne() async throws(GatewayError) -> Found {
        let candidates = ports.candidates
        guard let only = candidates.first else { throw .noDongle }
        guard candidates.count == 1 else {
            var known: [GatewayError.Candidate] = []
            for port in candidates {
                known.append(
                    GatewayError.Candidate(name: port.name, state: await port.supervisor.state.dongleState))
            }
            throw .ambiguousDongle(known.sorted { $0.name < $1.name })
        }
        return .inUse(only)
    }

    /// Dongles known from earlier, as far as the store can be read.
    private func known() async -> [KnownDongle] { (try? await store.list()) ?? [] }

    /// Returns the dongle with this name if it can be used. While its port is being opened, waits
    /// for it.
    func usable(_ name: String?) async throws -> (supervisor: DongleSupervisor, link: OpenLink) {
        switch try await find(name) {
        case .known(let dongle):
            throw GatewayError.dongleAway(dongle.alias ?? dongle.id, state: Unusable(state: .absent).words)
        case .inUse(let port):
            switch try await port.supervisor.usable() {
            case .success(let link): return (port.supervisor, link)
            case .failure(let why): throw GatewayError.dongleAway(name ?? port.name, state: why.words)
            }
        }
    }

    // MARK: Status

    /// Returns the dongles in use, then those known from earlier.
    package func list() async -> [DongleStatus] {
        let known = await known()
        var present: [DongleStatus] = []
        for port in ports.all { present.append(await status(of: port, known: known)) }
        let ids = Set(present.compactMap(\.id))
        return present + known.filter { !ids.contains($0.id) }.map(DongleStatus.init)
    }

    /// Returns one dongle, by id, alias or port.
    ///
    /// - Throws: ``GatewayError/unknownDongle(_:known:)``.
    package func dongle(_ name: String) async throws -> DongleStatus {
        switch try await find(name) {
        case .inUse(let port): await status(of: port)
        case .known(let dongle): DongleStatus(dongle)
        }
    }

    /// Returns the status of a port in use.
    func status(of port: PortInUse) async -> DongleStatus { await status(of: port, known: await known()) }

    private func status(of port: PortInUse, known: [KnownDongle]) async -> DongleStatus {
        var status = await port.supervisor.status()
        status.alias = known.first { $0.id == status.id }?.alias
        return status
    }

    /// Returns the scope of adverts from one dongle, or from all.
    func scope(of name: String?) async throws -> AdvertScope {
        guard let name else { return .all }
        switch try await find(name) {
        case .inUse(let port): return port.id.map(AdvertScope.dongle) ?? .port(key: port.key)
        // The dongle can be plugged in again.
        case .known(let dongle): return .dongle(dongle.id)
        }
    }

    /// Returns which dongles hear adverts at the moment, and for the others the reason.
    package func listening() async -> BeaconService.Listening {
        var listening = BeaconService.Listening(dongles: [], reason: "")
        for port in ports.all {
            let reason = await port.supervisor.deafness
            if let reason, listening.reason.isEmpty { listening.reason = reason }
            // The dongle may have been greeted meanwhile.
            guard let id = ports[port.key]?.id else { continue }
            if let reason { listening.reasons[id] = reason } else { listening.dongles.insert(id) }
        }
        if listening.reason.isEmpty { listening.reason = "there is no dongle" }
        return listening
    }

    /// Returns whether the dongle with this id hears adverts at the moment.
    func hears(_ id: String) async -> Bool {
        guard let port = ports.all.first(where: { $0.id == id }) else { return false }
        return await port.supervisor.deafness == nil
    }

    /// Returns whether a dongle can be used at this moment.
    func isLive(_ name: String) async -> Bool {
        guard case .inUse(let port) = try? await find(name) else { return false }
        return await port.supervisor.state.isLive
    }

    /// Returns whether the dongle with this id is in use and simulated.
    func isSimulated(_ id: String?) -> Bool { id != nil && ports.all.contains { $0.id == id && $0.isSimulated } }

    // MARK: Requests

    /// Gives a dongle an alias, or removes its alias.
    ///
    /// - Throws: ``GatewayError/invalidAlias(_:)``, ``GatewayError/aliasTaken(_:owner:)``,
    ///   `StoreError`.
    package func setAlias(_ alias: String?, of name: String) async throws -> DongleStatus {
        if let alias, !Self.isAlias(alias) { throw GatewayError.invalidAlias(alias) }
        let id: String?
        switch try await find(name) {
        case .inUse(let port): id = port.id
        case .known(let dongle): id = dongle.id
        }
        guard let id else { throw GatewayError.dongleAway(name, state: Unusable(state: .opening).words) }
        do {
            guard try await store.setAlias(alias, of: id) else {
                throw GatewayError.unknownDongle(name, known: [])
            }
        } catch StoreError.aliasTaken(let owner) {
            throw GatewayError.aliasTaken(alias ?? "", owner: owner)
        }
        guard let status = await list().first(where: { $0.id == id }) else {
            throw GatewayError.unknownDongle(name, known: [])
        }
        return status
    }

    /// Deletes a dongle that is not in use.
    ///
    /// - Throws: ``GatewayError/portTaken(port:dongle:)`` for a dongle in use.
    package func forget(_ name: String) async throws {
        switch try await find(name) {
        case .inUse(let port): throw GatewayError.portTaken(port: port.path, dongle: port.id)
        case .known(let dongle): _ = try await store.forget(dongle.id)
        }
    }

    /// Returns a live dongle's description, features and counters.
    package func details(of name: String?) async throws -> DongleDetails {
        let link = try await usable(name).link
        let hello = try await link.dongle.identity
        let (info, state) = (try await link.dongle.info(), try await link.dongle.state())
        let alias = (try? await store.list())?.first { $0.id == link.id }?.alias
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

    /// Returns the dongle's log from now on; the stream ends with the link. For a radio whose bridge
    /// this gateway runs, returns the bridge's log, which lasts until the radio is released.
    package func log(of name: String?) async throws -> AsyncStream<LogLine> {
        if case .inUse(let port) = try await find(name), let bridge = port.supervisor.bridge, await bridge.isStarted {
            return bridge.log.lines()
        }
        return try await usable(name).link.dongle.logLines()
    }

    /// Returns whether a text can be a dongle's alias: 1...32 letters, digits, `-`, `_`, `.`, and
    /// not like a device id.
    static func isAlias(_ text: String) -> Bool {
        let isPlain = text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }
        guard isPlain, (1...32).contains(text.count) else { return false }
        return text.count != 16 || !text.allSatisfy(\.isHexDigit)
    }
}

extension PortInUse {
    /// Name of the radio, or else id of the dongle, or path of a port on which none has answered.
    fileprivate var name: String { target.radio?.text ?? id ?? path }
}

extension DongleStatus {
    /// Creates the status of a known dongle that is on no port in use.
    init(_ known: KnownDongle) {
        self.init(
            id: known.id, alias: known.alias, port: known.port, state: .absent,
            since: Timestamp(microsecondsSince1970: known.lastSeenMicroseconds), simulated: known.isSimulated,
            scanning: false, firmware: known.firmware, retryInMs: nil, lastError: nil, outages: 0, link: nil)
    }
}
