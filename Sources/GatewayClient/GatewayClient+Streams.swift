import Advertising
import FlockFinder
import GatewayModel

/// Streams, each line as what it is. Of the operations that are no streams the methods are in `Generated`.
extension GatewayClient {
    /// Adverts from now on.
    package func adverts(_ query: AdvertQuery) async throws -> AdvertStream {
        AdvertStream(
            chunks: try await advertsLines(
                dongle: query.dongle, name: query.name, uuid: query.uuid, major: query.major, minor: query.minor,
                address: query.address, minimumRSSI: query.minimumRSSI, mode: query.isActive ? .active : .passive,
                durationMs: query.durationMs))
    }

    /// Ranging, one tick a second, and the changes of regions.
    ///
    /// - Parameters:
    ///   - region: Only this region's beacons, while it is inside; nil = any, likewise the others.
    ///   - ticks: Whether the ticks come; else only the changes of regions.
    package func ranging(
        region: String? = nil, uuid: ProximityUUID? = nil, major: UInt16? = nil, minor: UInt16? = nil,
        ticks: Bool = true
    ) async throws -> LineStream<RangingStreamLine> {
        let chunks = try await rangingLines(
            region: region, uuid: uuid, major: major, minor: minor, ticks: ticks ? nil : false)
        return LineStream(chunks: chunks) { type, line in
            switch type {
            case "start": .start(try self.decode(StreamStart.self, from: line))
            case "ranging": .tick(try self.decode(RangingLine.self, from: line))
            case "region": .region(try self.decode(RegionLine.self, from: line))
            case "missed": .missed(try self.decode(CountLine.self, from: line).count)
            case "idle": .idle
            default: nil
            }
        }
    }

    /// Events as they happen.
    ///
    /// - Parameters:
    ///   - after: Those recorded after this id come first; nil = from now on.
    ///   - isResumed: Whether a stream was lost before; then the gateway is told where it ended.
    package func followEvents(
        after: Int64?, types: [EventType] = [], isResumed: Bool = false
    ) async throws -> LineStream<EventLine> {
        let chunks = try await followEventsLines(
            after: isResumed ? nil : after, type: types.isEmpty ? nil : types,
            lastEventID: isResumed ? after.map { "\($0)" } : nil)
        return LineStream(chunks: chunks) { type, line in
            switch type {
            case "start": .start(try self.decode(StreamStart.self, from: line))
            case "event": .event(try self.decode(EventRecord.self, from: line))
            case "missed": .missed(try self.decode(CountLine.self, from: line).count)
            case "idle": .idle
            default: nil
            }
        }
    }

    /// How runs stand, now and at each change.
    ///
    /// - Parameter batch: Only these; the stream ends when all of them have. Nil = all, for ever.
    package func progress(batch: Int64?) async throws -> LineStream<ProvisioningStreamLine> {
        LineStream(chunks: try await progressLines(batch: batch)) { type, line in
            switch type {
            case "start": .start(try self.decode(StreamStart.self, from: line))
            case "run": .run(try self.decode(ProvisioningRun.self, from: line))
            case "missed": .missed(try self.decode(CountLine.self, from: line).count)
            case "idle": .idle
            default: nil
            }
        }
    }

    /// Devices as they are seen, each at most four times a second.
    ///
    /// - Parameter flockFinder: One that is to be listened to for as long as the stream lasts.
    package func liveDetections(
        minTier: DetectionTier? = nil, type: String? = nil, muted: Bool? = nil,
        listeningTo flockFinder: AttachmentRequest? = nil
    ) async throws -> LineStream<DetectionStreamLine> {
        let chunks = try await liveDetectionsLines(
            minTier: minTier, type: type, muted: muted, device: flockFinder?.device, dongle: flockFinder?.dongle)
        return LineStream(chunks: chunks) { type, line in
            switch type {
            case "start": .start(try self.decode(StreamStart.self, from: line))
            case "detection": .device(try self.decode(DetectionDescription.self, from: line))
            case "missed": .missed(try self.decode(CountLine.self, from: line).count)
            case "idle": .idle
            default: nil
            }
        }
    }

    /// Does something with the config of a device: how far it is, and at the end what became of it.
    package func config(_ action: ConfigAction, _ order: ConfigOrder) async throws -> LineStream<ConfigStreamLine> {
        let chunks =
            switch action {
            case .read: try await readConfigLines(order)
            case .diff: try await diffConfigLines(order)
            case .pull: try await pullConfigLines(order)
            case .push: try await pushConfigLines(order)
            case .sync: try await syncConfigLines(order)
            case .save: try await saveConfigLines(order)
            case .reset: try await resetConfigLines(order)
            case .restore: try await restoreConfigLines(order)
            }
        return LineStream(chunks: chunks) { type, line in
            switch type {
            case "start": .start(try self.decode(StreamStart.self, from: line))
            case "progress": .progress(try self.decode(ConfigProgress.self, from: line))
            case "report": .report(try self.decode(ConfigReport.self, from: line))
            case "idle": .idle
            default: nil
            }
        }
    }

    /// A dongle's log from now on; ends with the link.
    package func log(_ dongle: String) async throws -> LineStream<DongleLogLine> {
        LineStream(chunks: try await dongleLogLines(dongle)) { type, line in
            type == "log" ? try self.decode(DongleLogLine.self, from: line) : nil
        }
    }
}

/// What a stream of ranging brings.
package enum RangingStreamLine: Sendable, Hashable {
    case start(StreamStart)
    case tick(RangingLine)
    case region(RegionLine)
    case missed(UInt64)
    case idle
}

/// What a stream of runs brings.
package enum ProvisioningStreamLine: Sendable, Hashable {
    case start(StreamStart)
    /// How a run stands: at first each of them, then those that change.
    case run(ProvisioningRun)
    /// So many changes were too many for this reader. What comes next is newer than they were.
    case missed(UInt64)
    case idle
}

/// What a stream of detections brings.
package enum DetectionStreamLine: Sendable, Hashable {
    case start(StreamStart)
    /// How a device stands that was seen again.
    case device(DetectionDescription)
    /// So many changes were too many for this reader. What comes next is newer than they were.
    case missed(UInt64)
    case idle
}

/// What an order about a config brings.
package enum ConfigStreamLine: Sendable, Hashable {
    case start(StreamStart)
    case progress(ConfigProgress)
    /// The last line.
    case report(ConfigReport)
    case idle
}
