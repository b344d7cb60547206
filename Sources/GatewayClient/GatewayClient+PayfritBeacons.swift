import GatewayModel

/// Service points and beacons of the business that was chosen, as the Payfrit backend knows them.
extension GatewayClient {
    /// Each with the name of its beacon.
    public func payfritServicePoints() async throws -> PayfritServicePointList {
        try await answer(Request(.GET, "v1", "payfrit", "service-points"), within: limits.backend)
    }

    /// Makes a service point. It is sent once: after an unknown outcome, look whether it is there.
    public func addPayfritServicePoint(_ order: PayfritServicePointOrder) async throws -> PayfritServicePoint {
        try await answer(try Request(.POST, "v1", "payfrit", "service-points", json: order), within: limits.backend)
    }

    /// Changes a service point; what the order does not say stays as it is.
    public func editPayfritServicePoint(
        _ id: Int, _ order: PayfritServicePointOrder
    ) async throws -> PayfritServicePoint {
        try await answer(
            try Request(.PATCH, "v1", "payfrit", "service-points", String(id), json: order), within: limits.backend)
    }

    /// The kinds of service points there are.
    public func payfritServicePointTypes() async throws -> PayfritServicePointTypeList {
        try await answer(Request(.GET, "v1", "payfrit", "service-point-types"), within: limits.backend)
    }

    /// Assigns a beacon to a service point; nil takes the one away that it has.
    public func assignPayfritBeacon(_ beacon: Int?, to servicePoint: Int) async throws -> PayfritServicePoint {
        let point = String(servicePoint)
        let request =
            if let beacon {
                try Request(
                    .PUT, "v1", "payfrit", "service-points", point, "beacon", json: PayfritAssignment(beacon: beacon))
            } else {
                Request(.DELETE, "v1", "payfrit", "service-points", point, "beacon")
            }
        return try await answer(request, within: limits.backend)
    }

    // MARK: Beacons

    /// The beacons of the business, active or not.
    public func payfritBeacons() async throws -> PayfritBeaconList {
        try await answer(Request(.GET, "v1", "payfrit", "beacons"), within: limits.backend)
    }

    public func payfritBeacon(_ id: Int) async throws -> PayfritBeacon {
        try await answer(Request(.GET, "v1", "payfrit", "beacons", String(id)), within: limits.backend)
    }

    /// Makes a beacon. It is sent once: after an unknown outcome, look whether it is there.
    public func addPayfritBeacon(_ order: PayfritBeaconOrder) async throws -> PayfritBeacon {
        try await answer(try Request(.POST, "v1", "payfrit", "beacons", json: order), within: limits.backend)
    }

    /// Changes a beacon; what the order does not say stays as it is.
    public func editPayfritBeacon(_ id: Int, _ order: PayfritBeaconOrder) async throws -> PayfritBeacon {
        try await answer(
            try Request(.PATCH, "v1", "payfrit", "beacons", String(id), json: order), within: limits.backend)
    }

    /// Deletes a beacon, or deactivates it where the backend does no more.
    public func deletePayfritBeacon(_ id: Int) async throws {
        try await order(Request(.DELETE, "v1", "payfrit", "beacons", String(id)), within: limits.backend)
    }
}
