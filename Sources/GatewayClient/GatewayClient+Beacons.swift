import Advertising
import GatewayModel
import JSONLines
import NIOHTTP1

extension GatewayClient {
    /// Beacons that are kept, in the order of their identities.
    ///
    /// - Parameters:
    ///   - after: Only those behind it: ``BeaconList/next`` of the page before.
    ///   - limit: 1...1000.
    public func beacons(after: String? = nil, limit: Int = 1000) async throws -> BeaconList {
        var request = Request(.GET, "v1", "beacons")
        request.query = [("limit", String(limit))] + (after.map { [("after", $0)] } ?? [])
        return try await answer(request)
    }

    /// The beacon that people call so; nil where there is none.
    public func beacon(alias: String) async throws -> BeaconDescription? {
        var request = Request(.GET, "v1", "beacons")
        request.query = [("alias", alias)]
        return try await answer(request, as: BeaconList.self).beacons.first
    }

    /// One beacon, known or heard now.
    public func beacon(_ identity: BeaconIdentity) async throws -> BeaconDescription {
        try await answer(request(.GET, identity))
    }

    /// Gives it a name, or takes its name away.
    public func setAlias(_ alias: String?, of identity: BeaconIdentity) async throws -> BeaconDescription {
        guard let alias else { return try await answer(request(.DELETE, identity, "alias")) }
        return try await answer(try request(.PUT, identity, "alias", json: AliasRequest(alias: alias)))
    }

    /// Keeps what was measured of it, or forgets that.
    public func setCalibration(
        _ calibration: BeaconCalibrationRecord?, of identity: BeaconIdentity
    ) async throws -> BeaconDescription {
        guard let calibration else { return try await answer(request(.DELETE, identity, "calibration")) }
        return try await answer(try request(.PUT, identity, "calibration", json: calibration))
    }

    /// Forgets it with its history.
    public func forgetBeacon(_ identity: BeaconIdentity) async throws {
        try await order(request(.DELETE, identity))
    }

    /// Summaries of minutes, oldest first.
    ///
    /// - Parameters:
    ///   - after: Only those behind it: ``HistoryPage/next`` of the page before.
    ///   - limit: 1...10,000.
    public func history(
        of identity: BeaconIdentity?, from: Timestamp?, to: Timestamp?, after: String?, limit: Int
    ) async throws -> HistoryPage {
        var request = Request(.GET, "v1", "history")
        let fields: [(String, String?)] = [
            ("beacon", identity?.description), ("from", from?.description), ("to", to?.description), ("after", after),
            ("limit", String(limit)),
        ]
        request.query = fields.compactMap { name, value in value.map { (name, $0) } }
        return try await answer(request)
    }

    private func request(_ method: HTTPMethod, _ identity: BeaconIdentity, _ aspect: String...) -> Request {
        var request = Request(method, "v1", "beacons", "\(identity.uuid)", "\(identity.major)", "\(identity.minor)")
        request.path += aspect
        return request
    }

    private func request(
        _ method: HTTPMethod, _ identity: BeaconIdentity, _ aspect: String, json: some Encodable
    ) throws -> Request {
        var request = try Request(method, json: json)
        request.path = self.request(method, identity, aspect).path
        return request
    }
}
