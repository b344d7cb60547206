import Crypto
import DongleProtocol

/// The dongle's config store (SPEC.md 11).
extension Dongle {
    private static let configDeadlineMs: UInt32 = 15_000
    private static let longestConfig: UInt32 = 1 << 20
    /// Largest number of attempts to read a config that changes during the read.
    private static let readLimit = 3

    /// Lengths and digests of the active, saved and staged config.
    public func configState() async throws -> ConfigStatAnswer { try await request(ConfigStatRequest()) }

    /// Sends a config and makes it active. Call ``saveConfig()`` to keep it over a restart. An
    /// interrupted transfer of the same bytes continues where it stopped.
    ///
    /// - Parameters:
    ///   - base: The config that this one should replace, or ``DongleProtocol/ShortDigest/zero`` to
    ///     replace any. If another config is active, the dongle answers CONFLICT.
    ///   - progress: Called with the number of bytes the dongle has written.
    /// - Returns: Whether anything was sent; false if the dongle already runs this config.
    public func pushConfig(
        _ config: [UInt8], base: ShortDigest = .zero, progress: @Sendable (Int) -> Void = { _ in }
    ) async throws -> Bool {
        guard let digest = Digest(Array(SHA256.hash(data: config))) else { return false }
        let transfer: ConfigBeginResult
        do {
            transfer = try await request(
                ConfigBeginRequest(
                    deadlineMs: Self.configDeadlineMs, length: UInt32(config.count), digest: digest, base: base))
        } catch LinkError.failed(_, .unchanged, _, _), LinkError.refused(_, .unchanged, _) {
            return false
        }
        // In the next session the same transfer number may belong to another writer.
        let epoch = self.epoch
        try await send(config, transfer, epoch: epoch, progress: progress)
        _ = try await request(
            ConfigCommitRequest(
                deadlineMs: Self.configDeadlineMs, transfer: transfer.transfer, digest: digest.short), epoch: epoch)
        return true
    }

    private func send(
        _ config: [UInt8], _ transfer: ConfigBeginResult, epoch: UInt64, progress: @Sendable (Int) -> Void
    ) async throws {
        var upload = try ConfigUpload(config, transfer)
        var inFlight: [RequestToken] = []
        do {
            while !upload.isFinished {
                while let data = upload.next() {
                    inFlight.append(try begin(.configData, payload: data.encoded(), epoch: epoch))
                }
                try upload.answered(await ending(of: inFlight.removeFirst()))
                progress(upload.written)
            }
        } catch {
            await forget(inFlight)
            throw error
        }
    }

    /// Waits for the outcome of one CONFIG_DATA.
    private func ending(of token: RequestToken) async throws -> Result<[UInt8], LinkError> {
        do {
            return .success(try await outcome(of: token))
        } catch let error as LinkError {
            return .failure(error)
        }
    }

    /// Waits for the requests in flight after another one has failed, and ignores their outcomes.
    private func forget(_ tokens: [RequestToken]) async {
        for token in tokens { _ = try? await outcome(of: token) }
    }

    /// Saves the active config, so that the next boot runs it.
    public func saveConfig() async throws {
        _ = try await request(ConfigSaveRequest(deadlineMs: Self.configDeadlineMs))
    }

    /// Activates the saved config.
    public func loadConfig() async throws { _ = try await request(ConfigLoadRequest()) }

    /// Activates the factory config. Call ``saveConfig()`` to keep it over a restart.
    public func resetConfig() async throws { _ = try await request(ConfigResetRequest()) }

    /// Reads a whole config; empty if there is none.
    ///
    /// - Throws: ``LinkError/wrongDigest(_:)``, ``LinkError/unsteadyConfig(_:)``, and those of the requests.
    public func readConfig(_ copy: ConfigCopy) async throws -> [UInt8] { try await configWithState(copy).bytes }

    /// Reads a whole config, and the state in which the dongle had it. Its digest is checked, because
    /// others may change the config during the read.
    ///
    /// - Throws: ``LinkError/wrongDigest(_:)``, ``LinkError/unsteadyConfig(_:)``, and those of the requests.
    public func configWithState(_ copy: ConfigCopy) async throws -> (bytes: [UInt8], state: ConfigStatAnswer) {
        var last: (bytes: [UInt8], stated: DongleProtocol.Digest)?
        for _ in 0..<Self.readLimit {
            let state = try await configState()
            if copy == .saved, state.savedLength == 0 { return ([], state) }
            let bytes = try await readParts(copy)
            let stated = copy == .active ? state.activeDigest : state.savedDigest
            if Digest(Array(SHA256.hash(data: bytes))) == stated { return (bytes, state) }
            // A change would have changed the digest as well.
            if let last, last.bytes == bytes, last.stated == stated { throw LinkError.wrongDigest(copy) }
            last = (bytes, stated)
        }
        throw LinkError.unsteadyConfig(copy)
    }

    /// Reads a config part by part. If the config changes meanwhile, the parts may come from
    /// different versions.
    private func readParts(_ copy: ConfigCopy) async throws -> [UInt8] {
        var config: [UInt8] = []
        while true {
            let part = try await request(ConfigReadRequest(copy: copy, offset: UInt32(config.count), length: .max))
            // Stops at a dongle whose config never ends.
            guard part.length <= Self.longestConfig else { throw LinkError.malformedAnswer(operation: .configRead) }
            config += part.data
            if part.data.isEmpty || config.count >= Int(part.length) { return config }
        }
    }
}
