import Advertising
import DongleLink
import FlockFinder
import GatewayModel
import LineFormats
import Store

/// One order being carried out.
struct ConfigRun: Sendable {
    let wish: ConfigWish
    let service: ConfigService
    let progress: @Sendable (ConfigProgress) -> Void

    var store: Store { service.store }
    var clock: GatewayClock { service.clock }
    var order: ConfigOrder { wish.order }

    init(
        _ wish: ConfigWish, service: ConfigService, progress: @escaping @Sendable (ConfigProgress) -> Void
    ) {
        self.wish = wish
        self.service = service
        self.progress = progress
    }

    /// The state of a run: filled in step by step, and reported as it is after a failure.
    struct Findings: Sendable {
        var report: ConfigReport
        var identity: ConfigIdentity
        var stored: StoredConfigDevice?
        var profile: DeviceProfile?
        /// Config that the device holds.
        var held: HeldConfig?
    }

    /// Carries out the order. Never throws: a failure is part of the report.
    func report() async -> ConfigReport {
        var findings = Findings(
            report: ConfigReport(action: wish.action, device: ConfigDevice(device: order.device)),
            identity: ConfigIdentity(device: order.device, dongle: order.dongle ?? "", isSimulated: false))
        var taken: String?
        do {
            let link = try await measured(&findings.report.figures.connectMs) { try await open(&taken) }
            do {
                findings.identity = await link.identity
                findings.report.device = ConfigDevice(device: findings.identity.device)
                await service.detections.isOwn(findings.identity.device)
                try await carryOut(link, &findings)
            } catch {
                await link.close()
                throw error
            }
            await link.close()
        } catch {
            let isCut = wish.target != .dongle && FlockFinderLink.isBroken(error) && !(error is ConfigError)
            findings.report.failure = failure(isCut ? ConfigError.brokenOff(attempts: 1) : error)
            if wish.action.changesDevice, findings.report.outcome == nil, findings.report.transfer != nil {
                findings.report.outcome = SyncOutcome.unknown
            }
        }
        if let taken { await giveBack(taken) }
        return findings.finished()
    }

    private func carryOut(_ link: any ConfigLink, _ findings: inout Findings) async throws {
        findings.stored = try await store.configs.device(findings.identity.device)
        do {
            progress(ConfigProgress(phase: .reading))
            try await read(link, \.readMs, &findings)
        } catch {
            try await settleLeftovers(&findings)
            try await goOnUnread(error, &findings)
        }
        if let held = findings.held {
            if let agreed = order.ifHeld, agreed != DeviceText.json(held.text) { throw ConfigError.changedMeanwhile }
            try await settleLeftovers(&findings)
            // These actions replace a trial's config.
            let isEnd = wish.action == .restore || wish.action == .reset && order.mayRemove == true
            if !isEnd, order.trial != true, let trial = try await trialLeft(findings) {
                var item = ConfigTransferItem(trial)
                item.holds = .madeUp
                findings.report.interrupted.removeAll { $0.action == trial.action }
                findings.report.interrupted.append(item)
                if [.pull, .push, .sync, .save].contains(wish.action) {
                    throw ConfigError.trialLeft(transfer: trial.id)
                }
            }
        }
        switch wish.action {
        case .read: break
        case .diff, .pull: try await pull(&findings)
        case .push, .sync, .restore: try await push(link, &findings)
        case .save: try await save(link, &findings)
        case .reset: try await reset(link, &findings)
        }
    }

    /// Decides whether the order continues although the device cannot be read. Replacing its config
    /// may be the only remedy, and needs consent because the old config is lost.
    ///
    /// - Throws: `error` if the order cannot continue without reading,
    ///   ``ConfigError/needsConsent(_:)``.
    private func goOnUnread(_ error: any Error, _ findings: inout Findings) async throws {
        guard let reason = error as? ConfigError, reason.isAboutContent, order.dryRun != true, order.ifHeld == nil
        else { throw error }
        switch wish.action {
        case .reset:
            guard order.mayRemove != true else { return }
            let kept = findings.stored.flatMap { $0.held.isEmpty ? nil : $0.heldMicroseconds }
            throw ConfigError.needsConsent(.unread(kept: kept))
        case .push where order.unverified == true && order.mayRemove == true,
            .restore where order.unverified == true:
            findings.profile = findings.stored.flatMap { DeviceProfile.named($0.profile) }
            // Only firmware of the nested dialect has its notifications cut.
            if case .cut = reason { findings.profile = .speaking(.nested) }
            guard findings.profile != nil else { throw error }
        default:
            guard case .cut(let mtu, let arrived, _) = reason else { throw error }
            throw ConfigError.cut(mtu: mtu, arrived: arrived, action: wish.action.rawValue)
        }
    }

    // MARK: Connecting

    /// Reserves the device before anything is sent to it, because two orders may name the same
    /// device differently.
    ///
    /// - Parameter taken: Device that was reserved, and must be given back.
    private func open(_ taken: inout String?) async throws -> any ConfigLink {
        let dongle = try await service.dongles.usable(order.dongle).link
        let address: BluetoothAddress
        var type = wish.order.addressType
        var name: String?
        switch wish.target {
        case .dongle:
            guard order.verifyTiming != true else { throw ConfigError.noStream }
            let link = try DongleConfigLink(dongle, dongles: service.dongles, clock: clock)
            try await take(link.identity.device, &taken)
            return link
        case .address(let known): address = known
        case .name(let wanted):
            progress(ConfigProgress(phase: .searching))
            if let known = try await listenedTo(named: wanted) {
                (address, name) = (known, wanted)
                break
            }
            // A connected device may not advertise its name.
            let isUnderWay = try await service.isAt(name: wanted)
            do {
                (address, type) = try await search(wanted, on: dongle.id)
            } catch ConfigError.notHeard where isUnderWay {
                throw ConfigError.underWay(device: order.device)
            }
            name = wanted
        }
        try await take("ble:\(address)", &taken)
        // The device takes one connection at a time.
        await service.detections.pause(address)
        progress(ConfigProgress(phase: .connecting))
        if name == nil { name = try await store.configs.device("ble:\(address)")?.name }
        let link = FlockFinderLink(
            connections: service.connections, clock: clock, dongle: dongle, address: address, type: type, name: name,
            timeout: wish.timeout)
        do {
            try await link.connect()
        } catch {
            await link.close()
            throw error
        }
        return link
    }

    /// Returns the attached device of that name, which does not advertise its name while connected.
    private func listenedTo(named name: String) async throws -> BluetoothAddress? {
        if let address = await service.detections.address(named: name) { return address }
        for address in await service.detections.connected {
            if try await store.configs.device("ble:\(address)")?.name == name { return address }
        }
        return nil
    }

    private func giveBack(_ device: String) async {
        // Must come before the next order can reserve the device.
        if device.hasPrefix("ble:"), let address = BluetoothAddress(String(device.dropFirst(4))) {
            await service.detections.resume(address)
        }
        await service.giveBack(device)
    }

    private func take(_ device: String, _ taken: inout String?) async throws {
        try await service.take(device)
        taken = device
    }

    /// Listens for devices of a name: until one is heard, and then up to one second longer for
    /// others.
    private func search(
        _ name: String, on dongle: String
    ) async throws -> (BluetoothAddress, AddressType) {
        let adverts = try service.hub.subscribe(
            .dongle(dongle), ScanDemand(isActive: true, minimumRSSI: nil), isClient: false)
        defer { adverts.cancel() }
        let heard = HeardNames(name)
        let deadline = clock.now() + wish.timeout
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for await update in adverts {
                    guard case .adverts(let batch) = update else { continue }
                    for advert in batch.adverts { heard.hear(advert.sighting) }
                }
            }
            group.addTask { [clock] in
                while clock.now() < deadline, heard.found.isEmpty, !Task.isCancelled {
                    await clock.sleep(clock.now() + .milliseconds(50))
                }
                await clock.sleep(min(deadline, clock.now() + .seconds(1)))
            }
            await group.next()
            group.cancelAll()
        }
        try Task.checkCancellation()
        let found = heard.found
        guard let first = found.first else { throw ConfigError.notHeard(name: name, limit: wish.timeout) }
        guard found.count == 1 else { throw ConfigError.severalHeard(name: name, found.map(\.address)) }
        return (first.address, first.type)
    }

    // MARK: Reading

    /// Reads the device, and stores its config.
    ///
    /// - Parameter figure: Figure of the report that receives the duration.
    @discardableResult
    func read(
        _ link: any ConfigLink, _ figure: WritableKeyPath<ConfigFigures, Int?>, _ findings: inout Findings
    ) async throws -> HeldConfig {
        let known = try await known(findings)
        let held = try await measured(&findings.report.figures[keyPath: figure]) { try await link.read(known: known) }
        try await keep(held, &findings, await link.identity)
        return held
    }

    /// Determines the device's profile, and stores its config.
    private func keep(_ held: HeldConfig, _ findings: inout Findings, _ identity: ConfigIdentity) async throws {
        findings.identity = identity
        let profile = wish.target == .dongle ? DeviceProfile.named("dongle") : .speaking(held.reading.dialect)
        findings.profile = profile
        findings.held = held
        findings.report.figures.reads = (findings.report.figures.reads ?? 0) + held.reads
        findings.report.figures.lost = (findings.report.figures.lost ?? 0) + held.lost
        findings.report.figures.differing = (findings.report.figures.differing ?? 0) + held.differing
        let now = Timestamp.now.microsecondsSince1970
        var stored =
            findings.stored
            ?? StoredConfigDevice(
                device: identity.device, profile: profile?.name ?? "", dialect: held.reading.dialect,
                version: held.config.version, held: held.text, heldMicroseconds: now,
                isSimulated: identity.isSimulated)
        stored.name = identity.name ?? stored.name
        stored.addressType = identity.addressType ?? stored.addressType
        stored.profile = profile?.name ?? stored.profile
        stored.dialect = held.reading.dialect
        stored.version = held.config.version
        stored.held = held.text
        stored.heldMicroseconds = now
        findings.stored = stored
        try await store.configs.keep(stored)
    }

    // MARK: Pieces

    func failure(_ error: any Error) -> ConfigFailure {
        let (code, message, hint) = service.configuration.describe(error)
        var failure = ConfigFailure(code: code, message: message, hint: hint)
        if case ConfigError.tooMuch(let excesses, _) = error {
            failure.toDisable = Array(Set(excesses.flatMap(\.toDisable).map { "\($0.kind.rawValue):\($0.text)" }))
                .sorted()
        }
        return failure
    }

    func measured<Value>(_ figure: inout Int?, _ body: () async throws -> Value) async rethrows -> Value {
        let begin = clock.now()
        defer { figure = (figure ?? 0) + (clock.now() - begin).milliseconds }
        return try await body()
    }
}

extension ConfigError {
    /// Whether the error concerns the device's answer, or its silence, and not the connection.
    var isAboutContent: Bool {
        switch self {
        case .unreadable, .unsteady, .cut, .newerVersion, .silent: true
        default: false
        }
    }
}

extension DeviceConfig {
    /// Returns whether neither config says anything that the other does not.
    func isSame(as other: DeviceConfig?) -> Bool {
        guard let other else { return false }
        return differences(from: other, profile: nil).isEmpty && other.differences(from: self, profile: nil).isEmpty
    }
}
