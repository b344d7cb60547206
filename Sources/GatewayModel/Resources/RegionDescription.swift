import JSONLines

/// What a region is: the body of `POST /v1/regions`.
public struct RegionDefinition: Codable, Sendable, Hashable {
    /// 1...64 letters, digits, `-`, `_`, `.`.
    public var name: String
    /// 32 digits, with dashes or without.
    public var uuid: String
    /// 0...65,535; nil = any.
    public var major: Int?
    /// 0...65,535; nil = any. Only with a major.
    public var minor: Int?
    /// Sightings that it takes to enter, 1...1,000; 1 unless said.
    public var enterSightings: Int?
    /// Time within which they must come, 100...3,600,000; 10,000 unless said.
    public var enterWithinMs: Int?
    /// Time without any sighting after which it is left, 1,000...86,400,000; 30,000 unless said.
    public var exitAfterMs: Int?
    /// dBm, -127...20; weaker sightings do not count. Nil = all do.
    public var minimumRSSI: Int?

    private enum CodingKeys: String, CodingKey {
        case name, uuid, major, minor
        case enterSightings = "enter_sightings"
        case enterWithinMs = "enter_within_ms"
        case exitAfterMs = "exit_after_ms"
        case minimumRSSI = "min_rssi"
    }

    public init(
        name: String, uuid: String, major: Int? = nil, minor: Int? = nil, enterSightings: Int? = nil,
        enterWithinMs: Int? = nil, exitAfterMs: Int? = nil, minimumRSSI: Int? = nil
    ) {
        self.name = name
        self.uuid = uuid
        self.major = major
        self.minor = minor
        self.enterSightings = enterSightings
        self.enterWithinMs = enterWithinMs
        self.exitAfterMs = exitAfterMs
        self.minimumRSSI = minimumRSSI
    }
}

/// A region, and how it stands.
public struct RegionDescription: Codable, Sendable, Hashable {
    /// With every value that was left out filled in.
    public var definition: RegionDefinition
    /// `inside`, `outside` or `unknown`.
    public var state: String
    /// Since when; nil where it is not monitored.
    public var since: Timestamp?
    /// What it was when it was last known; nil = never.
    public var lastDetermined: String?
    /// Whether its coming and going is watched at the moment.
    public var monitoring: Bool
    /// Beacons of it that are here, at most 256.
    public var beacons: Int
    public var lastSighting: Timestamp?
    /// dBm, of the last sighting.
    public var lastRSSI: Int?
    /// Names of regions whose beacons are all of this one, too.
    public var covers: [String]
    /// Names of regions that have all beacons of this one.
    public var coveredBy: [String]

    private enum CodingKeys: String, CodingKey {
        case definition, state, since, monitoring, beacons, covers
        case lastDetermined = "last_determined"
        case lastSighting = "last_sighting"
        case lastRSSI = "last_rssi"
        case coveredBy = "covered_by"
    }

    public init(
        definition: RegionDefinition, state: String, since: Timestamp?, lastDetermined: String?, monitoring: Bool,
        beacons: Int, lastSighting: Timestamp?, lastRSSI: Int?, covers: [String], coveredBy: [String]
    ) {
        self.definition = definition
        self.state = state
        self.since = since
        self.lastDetermined = lastDetermined
        self.monitoring = monitoring
        self.beacons = beacons
        self.lastSighting = lastSighting
        self.lastRSSI = lastRSSI
        self.covers = covers
        self.coveredBy = coveredBy
    }
}

/// The answer of `GET /v1/regions`, in the order of their names.
public struct RegionList: Codable, Sendable, Hashable {
    public var regions: [RegionDescription]

    public init(regions: [RegionDescription]) {
        self.regions = regions
    }
}
