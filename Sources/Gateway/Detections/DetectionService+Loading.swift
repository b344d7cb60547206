import Advertising
import Concurrency
import FlockFinder
import GatewayModel
import JSONLines
import Logging
import Store

/// What is kept, and the patterns of now.
extension DetectionService {
    /// A gateway that does not look by itself loads when somebody asks.
    func keepLoading() async {
        guard looksByItself else { return }
        while !Task.isCancelled {
            do {
                return try await load()
            } catch {
                logger.error("Detections cannot be loaded: \(configuration.describe(error).message)")
                await clock.sleep(clock.now() + Self.retryAfter)
            }
        }
    }

    /// Reads what is kept, once.
    func load() async throws {
        guard !isLoaded else { return }
        try await loading.take {
            guard !isLoaded else { return }
            if !isObserving {
                isObserving = true
                await patterns?.onChange { [weak self] in await self?.patternsChanged() }
            }
            let devices = try await store.detections()
            let mutes = try await store.detectionMutes()
            for device in try await store.configDevices() { isOwn(device.device) }
            rules = DetectionRules(try await findRules())
            if rules.isEmpty { await tellOfRules() }
            // A row of the future was written while the clock was wrong.
            let now = timeOfDay().microsecondsSince1970
            newestKept = devices.map(\.lastSeen).filter { $0 <= now }.max() ?? now
            loadedAt = clock.now()
            book.load(devices)
            self.mutes = Set(mutes.map(\.mute))
            isLoaded = true
        }
        wanted.wake()
    }

    /// A FlockFinder of this host's: one whose config was read, or that is listened to. It is none of the devices that are looked
    /// for, whatever its name or its address.
    ///
    /// - Parameter device: `ble:` and its address; others are on no air.
    func isOwn(_ device: String) {
        guard device.hasPrefix("ble:"), let address = BluetoothAddress(String(device.dropFirst(4))) else { return }
        own.insert(address)
    }

    /// A pattern was added, changed, switched on or off, or removed: what is heard from now on is compared with those of now.
    ///
    /// Where they cannot be read, those of before go on being compared with, and that is logged.
    func patternsChanged() async {
        let hadNone = rules.isEmpty
        do {
            try await changing.take { rules = DetectionRules(try await findRules()) }
            if rules.isEmpty != hadNone { await tellOfRules() }
        } catch {
            logger.error("The patterns cannot be read: \(configuration.describe(error).message)")
        }
        wanted.wake()
        wishesChanged()
    }

    /// Where somebody wants devices looked for: that they are not, or are again.
    private func tellOfRules() async {
        guard looksByItself || !readers.isEmpty else { return }
        if rules.isEmpty {
            await eventLog.record(
                .error, "Detection stopped",
                detail: "No pattern is enabled. See `perch pattern list`, or bring the usual ones back with "
                    + "`perch pattern reset-defaults`.")
        } else {
            await eventLog.record(.info, "Detection goes on", detail: "There are patterns again.")
        }
    }

    func storeOn() async {
        while !Task.isCancelled {
            await toStore.wait()
            await clock.sleep(clock.now() + Self.storeInterval)
            while !Task.isCancelled, await !storeChanges() { await clock.sleep(clock.now() + Self.retryAfter) }
        }
    }

    /// Stores the rows that changed, and removes those that had to go. What cannot be stored waits for the next time.
    ///
    /// - Returns: Whether nothing is left over.
    @discardableResult
    func storeChanges() async -> Bool {
        guard !unstored.isEmpty || !book.gone.isEmpty else { return true }
        do {
            // What was kept before would otherwise be replaced by what was heard since.
            try await load()
        } catch {
            await eventLog.couldNotRecord(error)
            return false
        }
        return await storing.take {
            forgetOld()
            let (keys, gone) = (unstored, book.takeGone())
            unstored = []
            let devices = keys.compactMap { book[$0] }
            guard !devices.isEmpty || !gone.isEmpty else { return true }
            do {
                try await store.keepDetections(devices, removing: gone)
                refused = []
                return true
            } catch {
                notStored += UInt64(keys.subtracting(refused).count)
                // In a book that is full some may be gone by now.
                refused = keys.filter { book[$0] != nil }
                unstored.formUnion(refused)
                book.giveBack(gone: gone)
                await eventLog.couldNotRecord(error)
                return false
            }
        }
    }

    /// Forgets the devices that have had their time, here at once and in the store with the next rows.
    func forgetOld() {
        let before = book.gone.count
        book.removeOlder(than: ageLimit)
        guard book.gone.count > before else { return }
        unstored.subtract(book.gone)
        untold.subtract(book.gone)
        toStore.wake()
    }

    /// Rows that were seen last before that have had their time, in microseconds since 1970.
    ///
    /// Their age is counted from the newest one that was kept, by a clock that does not jump: a time of day that is set far ahead
    /// removes nothing.
    private var ageLimit: Int64 {
        let passed = Int64(clamping: Int128((clock.now() - loadedAt) / .microseconds(1)))
        return min(timeOfDay().microsecondsSince1970, newestKept + passed)
            - Int64(Store.detectionDays) * 86_400_000_000
    }
}
