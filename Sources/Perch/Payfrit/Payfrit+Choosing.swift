import Advertising
import Failures
import GatewayClient
import GatewayModel

extension PayfritServicePoint {
    var candidate: NamedChoice.Candidate { NamedChoice.Candidate(id: id, names: [name]) }
}

extension PayfritBeacon {
    /// The beacon as a candidate, named by its name, its UUID with or without dashes, or its
    /// address.
    var candidate: NamedChoice.Candidate {
        NamedChoice.Candidate(
            id: id, names: [name, uuidWords, uuidWords.replacing("-", with: ""), address].compactMap { $0 })
    }

    /// The UUID with dashes, in capitals.
    var uuidWords: String { ProximityUUID(uuid).map { "\($0)" } ?? uuid }
}

extension GatewayClient {
    /// Returns the service point that the user named.
    func payfritServicePoint(named text: String) async throws -> PayfritServicePoint {
        let points = try await self.servicePoints().servicePoints
        return points[try NamedChoice.servicePoint.place(of: text, among: points.map(\.candidate))]
    }

    /// Returns the beacons that the user named, without duplicates.
    func payfritBeacons(named texts: [String]) async throws -> [PayfritBeacon] {
        let beacons = try await self.payfritBeacons().beacons
        let candidates = beacons.map(\.candidate)
        var chosen: [PayfritBeacon] = []
        for text in texts {
            let beacon = beacons[try NamedChoice.beacon.place(of: text, among: candidates)]
            if !chosen.contains(where: { $0.id == beacon.id }) { chosen.append(beacon) }
        }
        return chosen
    }

    /// Returns the beacon that the user named.
    func payfritBeacon(named text: String) async throws -> PayfritBeacon {
        try await payfritBeacons(named: [text])[0]
    }
}
