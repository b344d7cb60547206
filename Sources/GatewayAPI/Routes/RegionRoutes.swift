import Gateway
import GatewayModel
import Hummingbird

extension GatewayAPI {
    var regionRoutes: [Route] {
        [
            Route(.get, "/v1/regions") { _ in .json(RegionList(regions: try await gateway.beacons.regionList())) },
            Route(.post, "/v1/regions") { call in
                let definition: RegionDefinition = try await call.object()
                return .json(try await gateway.beacons.addRegion(definition))
            },
            Route(.get, "/v1/regions/{region}") { call in
                .json(try await gateway.beacons.region(call.name("region")))
            },
            Route(.delete, "/v1/regions/{region}") { call in
                try await gateway.beacons.removeRegion(call.name("region"))
                return .done
            },
        ]
    }
}
