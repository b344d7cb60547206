import FlockFinder
import GatewayModel
import JSONLines

/// Who is told of devices: readers, and the event log.
extension DetectionService {
    /// Lets a reader in.
    ///
    /// - Throws: ``GatewayError/tooMany(_:limit:)``, ``GatewayError/stopping``; `StoreError`.
    public func subscribe(_ query: DetectionQuery) async throws -> DetectionSubscription {
        try await load()
        return DetectionSubscription(reader: try readers.enter(query), readers: readers)
    }

    func tellOn() async {
        while !Task.isCancelled {
            await changed.wait()
            while !untold.isEmpty, !Task.isCancelled {
                tell()
                await clock.sleep(clock.now() + Self.tellInterval)
            }
        }
    }

    func tell() {
        let keys = untold
        untold = []
        let all = readers.all
        guard !all.isEmpty else { return }
        for device in keys.compactMap({ book[$0] }) {
            let isMuted = mutes.hides(device)
            var description: DetectionDescription?
            for reader in all where reader.query.includes(device, isMuted: isMuted) {
                let told = description ?? DetectionDescription(device, isMuted: isMuted)
                description = told
                missed += reader.tell(.device(told))
            }
        }
    }

    // MARK: Events

    /// Has the event log told of a device, if there have not been too many in this minute.
    func announce(_ device: DetectedDevice) {
        let minute = timeOfDay().microsecondsSince1970 / 60_000_000
        if minute != eventMinute { (eventMinute, eventsInMinute) = (minute, 0) }
        guard eventsInMinute < Self.eventsAMinute, case .enqueued = eventInput.yield(device) else {
            eventsSuppressed += 1
            return
        }
        eventsInMinute += 1
    }

    func record() async {
        for await device in events {
            await eventLog.record(
                .info, "Device detected", detail: device.sentence, dongle: device.sources.first,
                isSimulated: device.isSimulated)
        }
    }
}
