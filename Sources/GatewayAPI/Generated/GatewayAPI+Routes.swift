// Made from docs/api by tools/api-types. Change that, and run it again.
// swift-format-ignore-file

extension GatewayAPI {
    /// Everything the API can do.
    var routes: [Route] {
        [
            gatewayRoutes, donglesRoutes, advertsRoutes, beaconsRoutes, eventsRoutes, connectionsRoutes, storeRoutes,
            outboxRoutes, provisioningRoutes, patternsRoutes, configRoutes, detectionsRoutes, payfritRoutes,
            consoleRoutes
        ].flatMap(\.self)
    }
}
