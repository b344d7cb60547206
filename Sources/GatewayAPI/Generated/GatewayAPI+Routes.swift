// Generated from docs/api by tools/api-types. Change docs/api and run tools/api-types.
// swift-format-ignore-file

extension GatewayAPI {
    /// All routes of the API.
    var routes: [Route] {
        [
            gatewayRoutes, donglesRoutes, advertsRoutes, beaconsRoutes, eventsRoutes, connectionsRoutes, storeRoutes,
            outboxRoutes, provisioningRoutes, patternsRoutes, configRoutes, detectionsRoutes, payfritRoutes, tillRoutes,
            consoleRoutes, esphomeRoutes
        ].flatMap(\.self)
    }
}
