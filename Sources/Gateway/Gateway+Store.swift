import GatewayModel
import Logging
import Store

/// The database as a whole.
extension Gateway {
    /// Time limit of the check at the start; `perch store check` checks everything.
    private static let quickCheckLimit = Duration.seconds(60)

    /// Reports what was found in place of the database, then checks it while everything else runs.
    func lookOverStore() async {
        // Also in a verb's own process, which may be the first to notice.
        if let found = store.whatWasFound {
            await eventLog.record(found.kind, found.title, detail: found.detail, level: found.level)
        }
        await tellOfUpgrade()
        guard configuration.isDaemon else { return }
        do {
            guard let finding = try await store.quickCheck(within: Self.quickCheckLimit) else { return }
            let report = configuration.report(StoreError.corrupt(message: finding))
            storeDamage = report
            await eventLog.record(
                .error, "The database is damaged", detail: "\(finding). \(report.hint)", level: .error)
        } catch is CancellationError {
            let seconds = Self.quickCheckLimit.components.seconds
            logger.notice(
                "The database was not looked over within \(seconds) s; `perch store check` looks at all of it.")
        } catch {
            let report = configuration.report(error)
            logger.warning("The database cannot be looked over: \(report.message) \(report.hint)")
        }
    }

    /// Reports the upgrade since the database was used last, once.
    private func tellOfUpgrade() async {
        guard store.lastVersion != APIVersion.program else { return }
        if let upgrade = store.upgradeNotes {
            await eventLog.record(
                .info, upgrade.title, detail: upgrade.notes.joined(separator: " "), level: .notice,
                logging: ["\(upgrade.title)."] + upgrade.notes)
        }
        // If this fails, the next start reports the upgrade again.
        try? await store.recordVersion()
    }

    /// Replaces the database by a copy of a backup, and starts the gateway again with it.
    ///
    /// - Parameters:
    ///   - draft: Copy made by `Store.makeDraft`; it is gone afterwards.
    ///   - name: Name of the backup in errors.
    /// - Throws: ``GatewayError/cannotRestart``, `StoreError`; in this case nothing has changed.
    package nonisolated func restore(_ draft: String, named name: String) throws {
        guard let restart = configuration.restart else { throw GatewayError.cannotRestart }
        try store.stage(draft, named: name)
        logger.notice("A backup takes the place of the database; the gateway starts again with it.")
        restart()
    }
}

extension Store {
    /// Description of what was found in place of the database when it was opened; nil if that is no
    /// news.
    package var whatWasFound: (kind: EventType, level: EventLevel, title: String, detail: String)? {
        switch origin {
        case .kept, .made: return nil
        case .migrated(let copy):
            return (
                .info, .notice, "Database upgraded",
                "A copy from before the upgrade, which earlier versions of perch can use, is kept at \(copy)."
            )
        case .madeForEmpty(let log):
            let found = log.map { " What was beside it is kept at \($0)." } ?? ""
            return (
                .error, .warning, "The database was empty",
                "\(path ?? "It") had 0 bytes; a new one is in its place.\(found) If it had held anything, put a backup in its "
                    + "place with `perch store restore FILE`."
            )
        case .restored(let old):
            return (
                .info, .notice, "Database restored",
                old.map { "The one before is kept at \($0), with its journal." } ?? ""
            )
        }
    }
}
