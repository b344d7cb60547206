/// Beacons of a simulated dongle, together with the backend.
extension PayfritHome {
    /// Returns a scenario with this many beacons in their factory state. The first one is the
    /// nearest.
    func scenario(beacons: Int) throws -> String {
        let peripherals = (1...beacons).map { number in
            """
            {"advertiser": {"name": "Beacon \(number)", "address": "48:87:2d:11:00:0\(number)", "addressType": "public",
             "pdu": "ADV_IND", "intervalMs": 100, "distanceM": \(number * number)}, "largestMTU": 247,
             "connectionIntervalMs": 15, "behaviour": "cp28", "cp28": {}}
            """
        }
        return try folder.file(
            "scenario.json",
            #"{"name": "tables", "seed": 1, "noiseDB": 0, "peripherals": [\#(peripherals.joined(separator: ","))]}"#)
    }

    /// Runs `body` with a user logged in and a gateway that serves, with this many beacons nearby.
    static func served(
        beacons: Int = 1, _ body: @escaping @Sendable (PayfritHome, ServingProcess) async throws -> Void
    ) async throws {
        try await PayfritHome.with { home in
            var home = home
            let gateway = try await ServingProcess(
                ["--scenario", try home.scenario(beacons: beacons)], in: home.folder, environment: home.environment)
            defer { gateway.process.interrupt() }
            home.hasGateway = true
            try await home.logIn()
            try await body(home, gateway)
        }
    }
}
