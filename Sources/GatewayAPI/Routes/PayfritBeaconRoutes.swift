import Gateway
import GatewayModel
import Hummingbird

extension GatewayAPI {
    /// Places that beacons are assigned to.
    var servicePointRoutes: [Route] {
        let path = "/v1/payfrit/service-points"
        return [
            Route(.get, path) { _ in .json(try await gateway.payfrit.servicePoints()) },
            Route(.post, path) { call in
                let order: PayfritServicePointOrder = try await call.object()
                return .json(try await gateway.payfrit.saveServicePoint(nil, order), status: .created)
            },
            Route(.patch, path + "/{point}") { call in
                let point = try payfritID("point", call)
                return .json(try await gateway.payfrit.saveServicePoint(point, try await call.object()))
            },
            Route(.put, path + "/{point}/beacon") { call in
                let point = try payfritID("point", call)
                return .json(try await gateway.payfrit.assign(try await call.object(), to: point))
            },
            Route(.delete, path + "/{point}/beacon") { call in
                let point = try payfritID("point", call)
                return .json(try await gateway.payfrit.assign(PayfritAssignment(beacon: nil), to: point))
            },
            Route(.get, "/v1/payfrit/service-point-types") { _ in
                .json(try await gateway.payfrit.servicePointTypes())
            },
        ]
    }

    /// Beacons as the backend knows them.
    var payfritBeaconRoutes: [Route] {
        let path = "/v1/payfrit/beacons"
        return [
            Route(.get, path) { _ in .json(try await gateway.payfrit.beacons()) },
            Route(.post, path) { call in
                .json(try await gateway.payfrit.createBeacon(try await call.object()), status: .created)
            },
            Route(.get, path + "/{beacon}") { call in
                .json(try await gateway.payfrit.beacon(try payfritID("beacon", call)))
            },
            Route(.patch, path + "/{beacon}") { call in
                let beacon = try payfritID("beacon", call)
                return .json(try await gateway.payfrit.updateBeacon(beacon, try await call.object()))
            },
            Route(.delete, path + "/{beacon}") { call in
                try await gateway.payfrit.deleteBeacon(try payfritID("beacon", call))
                return .done
            },
        ]
    }

    /// A number of the backend's.
    private func payfritID(_ parameter: String, _ call: Call) throws(RequestError) -> Int {
        try call.number(parameter, payfritIDs)
    }
}
