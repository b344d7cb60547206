import Advertising
import Crypto
import Foundation
import GatewayModel
import JSONLines
import Payfrit
import Store

/// What is to be told to the backend of one table: the body of its entry in the outbox.
struct Registration: Codable, Sendable, Hashable {
    var table: Int64
    var business: Int
    var servicePoint: Int
    var name: String
    var identity: BeaconIdentity
    var address: BluetoothAddress
    /// dBm.
    var rssi: Int?
    /// When it was seen on the air as it is to be; nil = nobody has, and then nobody says so.
    var seenAt: Timestamp?
    /// Whether the backend was asked for something of which it is not known that nothing came; nil = whoever wrote it did not say.
    /// It is written down before the first request, so that what was never begun needs no look at the backend.
    var isBegun: Bool? = false
    var done: [RegistrationStep] = []
    /// The backend's number of the beacon, once it is registered.
    var beacon: Int?
    /// Rises when it is another request than the one that the backend has refused.
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

    /// Nil where everything is done. Without its number no beacon counts as registered.
    var next: RegistrationStep? {
        guard beacon != nil else { return .register }
        return RegistrationStep.allCases.first { step in !done.contains(step) && (step != .verify || seenAt != nil) }
    }

    /// Names it: the same for what one run has written for one backend. Another run, also of the same beacon, is registered anew:
    /// what the backend was told since, and by whom, nobody knows here.
    static func key(_ table: StoredTable, address: BluetoothAddress, run: Int64) -> String {
        let text = "\(table.place.base)\n\(table.place.business)\n\(table.identity)\n\(address)\n\(run)"
        let digest = SHA256.hash(data: Data(text.utf8)).prefix(16)
        return "reg_" + Hexadecimal.text(Array(digest))
    }

    /// The name of one request, by which a repetition of it can be told: at most 64 characters.
    func requestKey(_ step: RegistrationStep, of key: String) -> String {
        "\(key)-\(step.rawValue)-\(revision % 10_000)"
    }

    /// Everything is done again, by other requests than those that the backend has refused.
    mutating func beginAgain() {
        (done, beacon) = ([], nil)
        revision += 1
    }

    /// Another name or service point: what depended on it is done again.
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
