import Advertising
import Crypto
import Foundation
import GatewayModel
import LineFormats
import Payfrit
import Store

/// Registration of one table's beacon with the backend: the body of its entry in the outbox.
struct Registration: Codable, Sendable, Hashable {
    var table: Int64
    var business: Int
    var servicePoint: Int
    var name: String
    var identity: BeaconIdentity
    var address: BluetoothAddress
    /// Signal with which the beacon was verified, in dBm.
    var rssi: Int?
    /// Time when the beacon was verified; nil = not verified, and then the backend is not told that
    /// it was.
    var seenAt: Timestamp?
    /// Whether a request was sent that may have had an effect; nil = the entry does not say. Stored
    /// before the first request, so that a registration that was never begun needs no look at the
    /// backend.
    var isBegun: Bool? = false
    var done: [RegistrationStep] = []
    /// The backend's number for the beacon, once it is registered.
    var beacon: Int?
    /// Rises when the next request must differ from the one that the backend has refused.
    var revision = 0

    private enum CodingKeys: String, CodingKey {
        case table, business, name, identity, address, rssi, done, beacon, revision
        case servicePoint = "service_point"
        case seenAt = "seen_at"
        case isBegun = "begun"
    }

    init(_ table: StoredTable, address: BluetoothAddress, rssi: Int?, seenAt: Timestamp?) {
        self.table = table.id
        business = table.place.business
        servicePoint = table.place.servicePoint
        name = table.name
        identity = table.identity
        self.address = address
        self.rssi = rssi
        self.seenAt = seenAt
    }

    /// - Throws: `DecodingError`.
    init(json: Data) throws {
        self = try JSONDecoder().decode(Registration.self, from: json)
    }

    var json: Data {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return try encoder.encode(self)
        }
    }

    /// Next step; nil if everything is done. A beacon without a number does not count as
    /// registered.
    var next: RegistrationStep? {
        guard beacon != nil else { return .register }
        return RegistrationStep.allCases.first { step in !done.contains(step) && (step != .verify || seenAt != nil) }
    }

    /// Returns the key of a registration: the same for the result of one run at one backend.
    /// Another run, even of the same beacon, gets a new registration, because the backend may have
    /// been changed by others since.
    static func key(_ table: StoredTable, address: BluetoothAddress, run: Int64) -> String {
        let text = "\(table.place.base)\n\(table.place.business)\n\(table.identity)\n\(address)\n\(run)"
        let digest = SHA256.hash(data: Data(text.utf8)).prefix(16)
        return "reg_" + Hexadecimal.text(Array(digest))
    }

    /// Returns the key of one request, by which the backend recognises a repetition: at most 64
    /// characters.
    func requestKey(_ step: RegistrationStep, of key: String) -> String {
        "\(key)-\(step.rawValue)-\(revision % 10_000)"
    }

    /// Marks every step as not done, and changes the keys so that the requests differ from the
    /// refused ones.
    mutating func beginAgain() {
        (done, beacon) = ([], nil)
        revision += 1
    }

    /// Changes the name or the service point, and marks the steps that depend on them as not done.
    mutating func change(name: String?, servicePoint: Int?) {
        if let servicePoint, servicePoint != self.servicePoint {
            self.servicePoint = servicePoint
            done = []
        }
        if let name, name != self.name {
            self.name = name
            done.removeAll { $0 != .register }
        }
        revision += 1
    }
}

extension OutboxEntry {
    var isRegistration: Bool { kind == PayfritStore.registrationKind && lane.hasPrefix(PayfritPlace.lanePrefix) }
}

extension PayfritRegistration {
    /// Creates the description of a registration; nil for other entries and for unreadable ones.
    init?(_ entry: OutboxEntry) {
        // The caller that lists registrations reports unreadable ones separately.
        guard entry.isRegistration, let registration = try? Registration(json: entry.body) else { return nil }
        let identity = registration.identity
        let isWaiting = entry.state == .waiting
        self.init(
            id: entry.id, state: isWaiting ? .waiting : .refused,
            base: String(entry.lane.dropFirst(PayfritPlace.lanePrefix.count)), business: registration.business,
            servicePoint: registration.servicePoint, name: registration.name, uuid: identity.uuid,
            major: Int(identity.major), minor: Int(identity.minor), address: registration.address,
            done: registration.done, beacon: registration.beacon,
            created: Timestamp(microsecondsSince1970: entry.createdMicroseconds), attempts: entry.attempts,
            nextAttempt: isWaiting ? Timestamp(microsecondsSince1970: entry.nextAttemptMicroseconds) : nil,
            lastError: entry.lastError)
    }

    /// Creates the description of an unreadable registration from its table.
    init(unreadable entry: OutboxEntry, of table: StoredTable?) {
        let identity = table?.identity ?? BeaconIdentity(uuid: ProximityUUID(0), major: 0, minor: 0)
        self.init(
            id: entry.id, state: entry.state == .waiting ? .waiting : .refused,
            base: String(entry.lane.dropFirst(PayfritPlace.lanePrefix.count)), business: table?.place.business ?? 0,
            servicePoint: table?.place.servicePoint ?? 0, name: table?.name ?? "cannot be read",
            uuid: identity.uuid, major: Int(identity.major), minor: Int(identity.minor),
            address: table?.address ?? BluetoothAddress(0), done: [], beacon: nil,
            created: Timestamp(microsecondsSince1970: entry.createdMicroseconds), attempts: entry.attempts,
            nextAttempt: nil, lastError: entry.lastError ?? "what is to be registered cannot be read")
    }
}
