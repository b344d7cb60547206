import Advertising
import Crypto
import DongleLink
import DongleProtocol
import FlockFinder
import GatewayModel
import LineFormats

/// Access to the config with which a dongle detects by itself. The dongle stores it with digests,
/// which prove that a config has arrived.
struct DongleConfigLink: ConfigLink {
    private static let restartLook = Duration.milliseconds(200)

    let dongles: DongleService
    let clock: GatewayClock
    let link: OpenLink

    /// - Throws: ``ConfigError/noConfigStore(dongle:)``.
    init(_ link: OpenLink, dongles: DongleService, clock: GatewayClock) throws(ConfigError) {
        guard link.hello.features.contains(.configStore) else { throw .noConfigStore(dongle: link.id) }
        self.link = link
        self.dongles = dongles
        self.clock = clock
    }

    var identity: ConfigIdentity {
        ConfigIdentity(
            device: "dongle:\(link.id)", name: link.info?.firmware, addressType: nil, dongle: link.id,
            isSimulated: link.isSimulated, mtu: nil, largestText: link.info.map { Int($0.largestConfig) })
    }

    /// Reads the config. A dongle without a config detects nothing; it counts as an empty one with
    /// every device's factory settings.
    func read(known: [[UInt8]]) async throws -> HeldConfig {
        let (text, state) = try await link.dongle.configWithState(.active)
        let told = text.isEmpty ? Self.nothing : text
        var held = HeldConfig(text: told, reading: try Self.reading(told), kept: text)
        let isFactory = state.flags.contains(.activeIsFactory)
        // The factory config is what the next start runs where nothing is saved.
        let isSaved =
            isFactory
            ? state.flags.contains(.activeIsSaved)
            : state.savedLength > 0 && state.activeDigest == state.savedDigest
        (held.isFactory, held.isSaved) = (isFactory, isSaved)
        held.flash = ConfigFlash(startsWithHeld: isSaved, savedBytes: Int(state.savedLength))
        if state.savedLength > 0 { held.flash?.savedSha256 = Hexadecimal.text(state.savedDigest.encoded()) }
        return held
    }

    /// Text that stands for an empty config.
    private static let nothing = ConfigDialect.nested.encode(.nothing)

    private static func reading(_ text: [UInt8]) throws(ConfigError) -> ConfigReading {
        do {
            return try ConfigReading(parsing: text)
        } catch .newerVersion(let version) {
            throw .newerVersion(version)
        } catch {
            throw .unreadable(error, lost: 0)
        }
    }

    func write(
        _ text: [UInt8], in place: HeldConfig, profile: DeviceProfile, mayGather: Bool,
        progress: @escaping @Sendable (Int) -> Void
    ) async throws -> ConfigWriting {
        let kept = place.kept ?? place.text
        return try await Self.writing {
            try await push(text, in: kept, base: kept.isEmpty ? .zero : Self.digest(kept).short, progress)
        }
    }

    /// Returns to the saved config or the factory config if that has these bytes; else sends them.
    func putBack(
        _ text: [UInt8], in place: HeldConfig, profile: DeviceProfile, mayGather: Bool,
        progress: @escaping @Sendable (Int) -> Void
    ) async throws -> ConfigWriting {
        let (kept, wanted) = (place.kept ?? place.text, Self.digest(text))
        return try await Self.writing {
            let state = try await link.dongle.configState()
            guard state.activeDigest == Self.digest(kept) else { throw ConfigError.changedMeanwhile }
            guard state.savedLength == 0 || state.savedDigest != wanted else {
                return try await link.dongle.loadConfig()
            }
            // Only the dongle knows its factory config.
            try await link.dongle.resetConfig()
            let factory = try await link.dongle.configState()
            let isThere = factory.activeLength == 0 ? text == Self.nothing : factory.activeDigest == wanted
            guard !isThere else { return }
            try await push(text, over: factory.activeDigest.short, before: kept, progress)
        }
    }

    private static func digest(_ bytes: [UInt8]) -> DongleProtocol.Digest {
        // SHA-256 has as many bytes as a digest.
        DongleProtocol.Digest(Array(SHA256.hash(data: bytes))) ?? .zero
    }

    /// Runs `body`, and returns a refusal of the config as the dongle's reply.
    private static func writing(_ body: () async throws -> Void) async throws -> ConfigWriting {
        var writing = ConfigWriting(writes: 1, attempts: 1)
        do {
            try await body()
        } catch LinkError.refused(_, .conflict, _), LinkError.failed(_, .conflict, _, _) {
            throw ConfigError.changedMeanwhile
        } catch LinkError.refused(_, let status, _) where words[status] != nil {
            writing.replies = [DeviceReply(.refused, isSuccess: false, message: words[status] ?? "")]
        } catch LinkError.failed(_, let status, _, _) where words[status] != nil {
            writing.replies = [DeviceReply(.refused, isSuccess: false, message: words[status] ?? "")]
        }
        return writing
    }

    /// Descriptions of the statuses with which a dongle refuses a config.
    private static let words: [Status: String] = [
        .tooLarge: "it is longer than the dongle can take", .invalid: "it is no config to the dongle",
    ]

    private func push(
        _ text: [UInt8], in kept: [UInt8], base: ShortDigest, _ progress: @escaping @Sendable (Int) -> Void
    ) async throws {
        do {
            _ = try await link.dongle.pushConfig(text, base: base, progress: progress)
            return
        } catch LinkError.refused(_, .unsaved, _) {
        } catch LinkError.failed(_, .unsaved, _, _) {}
        // The dongle has room for two configs, and the active one is not saved. The refusal tells
        // that the active one is the config that was read. Give it up (the journal has it), and run
        // the saved one until the new one has arrived.
        do {
            try await link.dongle.loadConfig()
        } catch LinkError.refused(_, .nothingSaved, _) {
            try await link.dongle.resetConfig()
        }
        try await push(text, over: try await link.dongle.configState().activeDigest.short, before: kept, progress)
    }

    /// - Parameter before: Config that was given up, to be brought back where this one is refused.
    private func push(
        _ text: [UInt8], over base: ShortDigest, before: [UInt8], _ progress: @escaping @Sendable (Int) -> Void
    ) async throws {
        do {
            _ = try await link.dongle.pushConfig(text, base: base, progress: progress)
        } catch {
            // A later reading shows whether this worked.
            if !before.isEmpty { _ = try? await link.dongle.pushConfig(before, base: base) }
            throw error
        }
    }

    func save() async throws -> ConfigSaving {
        try await link.dongle.saveConfig()
        let state = try await link.dongle.configState()
        // The factory config is saved by withdrawing what was saved.
        let isInFlash =
            state.flags.contains(.activeIsFactory)
            ? state.savedLength == 0 : state.savedLength > 0 && state.savedDigest == state.activeDigest
        guard !isInFlash else { return ConfigSaving(isInFlash: true) }
        let words = "it says so, but its saved config has another digest than the one that it holds"
        return ConfigSaving(replies: [DeviceReply(.saved, isSuccess: false, message: words)])
    }

    func reset() async throws -> [DeviceReply] {
        try await link.dongle.resetConfig()
        // A FlockFinder saves its factory config at once, so a dongle must as well.
        try await link.dongle.saveConfig()
        return []
    }

    /// Restarts the dongle from the host.
    func awaitRestart(limit: Duration, streams: Bool) async throws {
        let deadline = clock.now() + limit
        let boot = link.hello.bootID
        try await link.dongle.reboot(.run)
        while clock.now() < deadline {
            await clock.sleep(clock.now() + Self.restartLook)
            try Task.checkCancellation()
            if let now = try? await dongles.usable(link.id).link, now.hello.bootID != boot { return }
        }
        throw ConfigError.notRestarted(limit: limit)
    }

    /// Returns `timing` unchanged: a dongle has no stream, and ``ConfigRun`` refuses such an order.
    func measure(_ timing: StreamTiming, limit: Duration) async throws -> StreamTiming { timing }

    func close() async {}
}

extension DeviceConfig {
    /// Config of a device that never received one.
    static let nothing = DeviceConfig(
        settings: Dictionary(uniqueKeysWithValues: ConfigDialect.nested.settings.map { ($0, $0.factoryValue) }),
        lists: Dictionary(uniqueKeysWithValues: PatternKind.onDevices.map { ($0, []) }))
}
