import Advertising
import FlockFinder
import GatewayModel

/// Streams with typed elements. The methods for all other operations are in `Generated`.
extension GatewayClient {
    /// Streams adverts from now on.
    package func adverts(_ query: AdvertQuery) async throws -> AdvertStream {
        AdvertStream(
            chunks: try await advertsLines(
                dongle: query.dongle, name: query.name, uuid: query.uuid, major: query.major, minor: query.minor,
                address: query.address, minimumRSSI: query.minimumRSSI, mode: query.isActive ? .active : .passive,
                durationMs: query.durationMs))
    }

    /// Streams ranging, one tick a second, and region changes.
    ///
    /// - Parameters:
    ///   - region: Only beacons of this region, while it is inside; nil = all beacons. The other
    ///     filters work the same way.
    ///   - ticks: Whether the ticks are sent; false = only region changes.
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

    /// Streams events as they happen.
    ///
    /// - Parameters:
    ///   - after: Events recorded after this id are sent first; nil = from now on.
    ///   - isResumed: Whether this stream replaces one that broke; `after` then goes to the gateway
    ///     as `Last-Event-ID`.
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

    /// Streams the state of runs: first of each one, then at each change.
    ///
    /// - Parameter batch: Only the runs of this batch; the stream ends when all of them have ended.
    ///   Nil = all runs; the stream does not end by itself.
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

    /// Streams devices as they are seen, each at most four times a second.
    ///
    /// - Parameter flockFinder: A FlockFinder that is followed for as long as the stream lasts.
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

    /// Carries out an action on a device's config; streams its progress, then the report.
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

    /// Streams a dongle's log from now on; ends with the link.
    package func log(_ dongle: String) async throws -> LineStream<DongleLogLine> {
        LineStream(chunks: try await dongleLogLines(dongle)) { type, line in
            type == "log" ? try self.decode(DongleLogLine.self, from: line) : nil
        }
    }
}

/// Element of a ranging stream.
package enum RangingStreamLine: Sendable, Hashable {
    case start(StreamStart)
    case tick(RangingLine)
    case region(RegionLine)
    case missed(UInt64)
    case idle
}

/// Element of a stream of runs.
package enum ProvisioningStreamLine: Sendable, Hashable {
    case start(StreamStart)
    /// State of a run: first of each run, then of those that change.
    case run(ProvisioningRun)
    /// Number of changes dropped because this reader was too slow. Later elements are newer than
    /// the dropped ones.
    case missed(UInt64)
    case idle
}

/// Element of a stream of detections.
package enum DetectionStreamLine: Sendable, Hashable {
    case start(StreamStart)
    /// State of a device that was seen again.
    case device(DetectionDescription)
    /// Number of changes dropped because this reader was too slow. Later elements are newer than
    /// the dropped ones.
    case missed(UInt64)
    case idle
}

/// Element of the stream that answers a config order.
package enum ConfigStreamLine: Sendable, Hashable {
    case start(StreamStart)
    case progress(ConfigProgress)
    /// The last line.
    case report(ConfigReport)
    case idle
}
