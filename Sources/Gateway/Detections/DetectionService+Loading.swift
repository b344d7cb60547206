import Advertising
import Concurrency
import FlockFinder
import GatewayModel
import LineFormats
import Logging
import Store

/// Loading and storing of devices, and the current patterns.
extension DetectionService {
    /// Loads devices and patterns, retrying on failure. A gateway that does not detect by itself
    /// loads them with the first request instead.
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

    /// Reads the stored devices, mutes and patterns, once.
    func load() async throws {
        guard !isLoaded else { return }
        try await loading.take {
            guard !isLoaded else { return }
            if !isObserving {
                isObserving = true
                await patterns?.onChange { [weak self] in await self?.patternsChanged() }
            }
            let devices = try await store.list()
            let mutes = try await store.mutes()
            for device in try await configs.devices() { isOwn(device.device) }
            rules = DetectionRules(try await findRules())
            if rules.isEmpty { await tellOfRules() }
            // A row with a future time was written while the clock was wrong.
            let now = timeOfDay().microsecondsSince1970
            newestKept = devices.map(\.lastSeen).filter { $0 <= now }.max() ?? now
            loadedAt = clock.now()
            book.load(devices)
            self.mutes = Set(mutes.map(\.mute))
            isLoaded = true
        }
        wanted.wake()
    }

    /// Notes that a FlockFinder belongs to this host: its config was read, or it is attached. It
    /// never counts as a detected device, whatever its name or address.
    ///
    /// - Parameter device: `ble:` and the device's address; other devices are not on the air.
    func isOwn(_ device: String) {
        guard device.hasPrefix("ble:"), let address = BluetoothAddress(String(device.dropFirst(4))) else { return }
        own.insert(address)
    }

    /// Reads the enabled patterns after a change; from now on adverts are compared with these.
    ///
    /// If they cannot be read, the earlier patterns stay in use, and the failure is logged.
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

    /// Records that detection stopped or resumed, if this gateway or a reader wants devices
    /// detected.
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

    /// Stores the rows that changed, and deletes the removed ones. A failed change is retried next
    /// time.
    ///
    /// - Returns: Whether everything was stored.
    @discardableResult
    func storeChanges() async -> Bool {
        guard !unstored.isEmpty || !book.gone.isEmpty else { return true }
        do {
            // The rows must be read first; otherwise the sightings since the start would replace
            // the earlier ones.
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
                try await store.keep(devices, removing: gone)
                refused = []
                return true
            } catch {
                notStored += UInt64(keys.subtracting(refused).count)
                // If the book is full, some of them may have been removed meanwhile.
                refused = keys.filter { book[$0] != nil }
                unstored.formUnion(refused)
                book.giveBack(gone: gone)
                await eventLog.couldNotRecord(error)
                return false
            }
        }
    }

    /// Removes the devices that are too old, here at once and in the store with the next rows.
    func forgetOld() {
        let before = book.gone.count
        book.removeOlder(than: ageLimit)
        guard book.gone.count > before else { return }
        unstored.subtract(book.gone)
        untold.subtract(book.gone)
        toStore.wake()
    }

    /// Time in microseconds since 1970; devices last seen before it are removed.
    ///
    /// The age is counted from the newest row that was loaded, by a clock that does not jump: a
    /// time of day that is set far ahead removes nothing.
    private var ageLimit: Int64 {
        let passed = Int64(clamping: Int128((clock.now() - loadedAt) / .microseconds(1)))
        return min(timeOfDay().microsecondsSince1970, newestKept + passed)
            - Int64(DetectionStore.detectionDays) * 86_400_000_000
    }
}
