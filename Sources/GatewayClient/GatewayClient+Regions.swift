import Advertising
import GatewayModel

extension GatewayClient {
    /// Every region, in the order of their names.
    public func regions() async throws -> [RegionDescription] {
        try await answer(Request(.GET, "v1", "regions"), as: RegionList.self).regions
    }

    public func region(_ name: String) async throws -> RegionDescription {
        try await answer(Request(.GET, "v1", "regions", name))
    }

    /// Keeps a region and begins to watch it.
    public func addRegion(_ definition: RegionDefinition) async throws -> RegionDescription {
        try await answer(try Request(.POST, "v1", "regions", json: definition))
    }

    public func removeRegion(_ name: String) async throws {
        try await order(Request(.DELETE, "v1", "regions", name))
    }

    /// Ranging, one tick a second, and the changes of regions.
    public func ranging(_ query: RangingWish) async throws -> LineStream<RangingStreamLine> {
        var request = Request(.GET, "v1", "ranging")
        let fields: [(String, String?)] = [
            ("region", query.region), ("uuid", query.uuid?.description), ("major", query.major.map(String.init)),
            ("minor", query.minor.map(String.init)), ("ticks", query.wantsTicks ? nil : "no"),
        ]
        request.query = fields.compactMap { name, value in value.map { (name, $0) } }
        return LineStream(chunks: try await lines(request)) { type, line in
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
}

/// What a reader of ranging wants: the query of `GET /v1/ranging`.
public struct RangingWish: Sendable, Hashable {
    /// Only this region's beacons, while it is inside.
    public var region: String?
    public var uuid: ProximityUUID?
    public var major: UInt16?
    public var minor: UInt16?
    /// Whether it wants the ticks; else only the changes of regions.
    public var wantsTicks = true

    /// Everything.
    public init() {}
}

/// What a stream of ranging brings.
public enum RangingStreamLine: Sendable, Hashable {
    case start(StreamStart)
    case tick(RangingLine)
    case region(RegionLine)
    case missed(UInt64)
    case idle
}
