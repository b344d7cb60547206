import Concurrency
import FlockFinder
import GatewayModel
import LineFormats

/// Reports of devices, to readers and to the event log.
extension DetectionService {
    /// Adds a reader.
    ///
    /// - Parameter request: FlockFinder to attach for as long as this reader stays.
    /// - Throws: ``GatewayError/tooMany(_:limit:)``, ``GatewayError/stopping``; ``DetectionError``;
    ///   `StoreError`.
    package func subscribe(
        _ query: DetectionQuery, attaching request: AttachmentRequest? = nil
    ) async throws -> DetectionSubscription {
        try await load()
        let reader = try readers.enter(query)
        do {
            if let request { try attach(request, for: reader) }
        } catch {
            readers.leave(reader.name)
            throw error
        }
        return DetectionSubscription(reader: reader, readers: readers)
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

    /// Records an event for a device, unless the limit of this minute is reached.
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
