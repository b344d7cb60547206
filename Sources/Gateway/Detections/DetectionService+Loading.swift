import FlockFinder
import GatewayModel
import JSONLines
import Logging
import Store

/// What is kept, and the patterns of now.
extension DetectionService {
    /// A gateway that does not look by itself loads when somebody asks.
    func keepLoading() async {
        guard configuration.isDaemon, configuration.detects, hub.standing != nil else { return }
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
            rules = DetectionRules(try await findRules())
            book.load(devices)
            self.mutes = Set(mutes.map(\.mute))
            isLoaded = true
        }
        wanted.wake()
    }

    /// A pattern was added, changed, switched on or off, or removed: what is heard from now on is compared with those of now.
    ///
    /// Where they cannot be read, those of before go on being compared with, and that is logged.
    func patternsChanged() async {
        do {
            try await changing.take { rules = DetectionRules(try await findRules()) }
        } catch {
            logger.error("The patterns cannot be read: \(configuration.describe(error).message)")
        }
        wanted.wake()
        wishesChanged()
    }

    func storeOn() async {
        while !Task.isCancelled {
            await toStore.wait()
            await clock.sleep(clock.now() + Self.storeInterval)
            await storeChanges()
        }
    }

    /// Stores the rows that changed. What cannot be stored is tried again with the next change.
    func storeChanges() async {
        await storing.take {
            let keys = unstored
            unstored = []
            let devices = keys.compactMap { book[$0] }
            guard !devices.isEmpty else { return }
            do {
                try await store.keepDetections(devices, atMicroseconds: timeOfDay().microsecondsSince1970)
            } catch {
                notStored += UInt64(devices.count)
                unstored.formUnion(keys)
                await eventLog.couldNotRecord(error)
            }
        }
    }
}
