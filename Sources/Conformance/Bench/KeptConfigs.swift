import DongleProtocol

/// The config store's contents before any check changed them, for restoring them.
struct KeptConfigs {
    let stat: ConfigStatAnswer
    let active: [UInt8]
    /// Nil if no config was saved.
    let saved: [UInt8]?

    /// Reads both configs.
    ///
    /// - Throws: ``CheckFailure``, also if the bytes do not match the digests that the dongle
    ///   reports, because they could not be restored.
    init(_ s: Session) throws {
        stat = try s.ask(ConfigStatRequest())
        active = try ConfigStore.read(s, .active)
        saved = stat.flags.contains(.savedExists) ? try ConfigStore.read(s, .saved) : nil
        try expect(
            ConfigStore.digest(active) == stat.activeDigest
                && (saved.map { ConfigStore.digest($0) == stat.savedDigest } ?? true),
            "configs with the digests of CONFIG_STAT, read before they are changed", got: "others")
    }

    /// Restores the contents. A transfer under way is lost.
    func putBack(_ store: ConfigStore) throws {
        let s = store.session
        if isThere(try s.ask(ConfigStatRequest())) { return }
        // Without a reset, there may be no free area.
        _ = try s.ask(ConfigResetRequest())
        let now = try s.ask(ConfigStatRequest())
        if let saved {
            if now.savedDigest != stat.savedDigest || !now.flags.contains(.savedExists) {
                try store.install(saved)
                _ = try store.save()
            }
        } else if now.flags.contains(.savedExists) {
            _ = try store.save()
        }
        if !stat.flags.contains(.activeIsFactory) {
            if saved != nil && stat.activeDigest == stat.savedDigest {
                _ = try s.ask(ConfigLoadRequest())
            } else {
                try store.install(active)
            }
        } else if saved != nil {
            _ = try s.ask(ConfigResetRequest())
        }
        let after = try s.ask(ConfigStatRequest())
        try expect(after.activeDigest == stat.activeDigest, "the original active config", got: "another")
        try expect(after.savedLength, equals: stat.savedLength, "bytes of the saved config")
        try expect(after.savedDigest == stat.savedDigest, "the original saved config", got: "another")
    }

    /// Whether the store already has these contents, so that nothing needs to be written.
    private func isThere(_ now: ConfigStatAnswer) -> Bool {
        let marks: ConfigFlags = [.activeIsFactory, .savedExists]
        return now.activeDigest == stat.activeDigest && now.savedDigest == stat.savedDigest
            && now.flags.intersection(marks) == stat.flags.intersection(marks)
    }
}
