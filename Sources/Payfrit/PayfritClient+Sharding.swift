import Advertising
import LineFormats
import RESTClient

extension PayfritClient {
    /// Returns the UUID and major of the session's business, which the first request allocates.
    package func namespace(_ session: PayfritSession) async throws(PayfritError) -> BeaconNamespace {
        let business = try businessID(of: session)
        let request = PayfritRequest(.allocateNamespace) { $0.field("BusinessID", business) }
        return try await exchange(request, session).whole(BeaconNamespace.init)
    }

    /// Returns the minor of a service point, which the first request allocates.
    package func minor(servicePoint: Int, _ session: PayfritSession) async throws(PayfritError) -> UInt16 {
        let request = try ofServicePoint(.allocateMinor, servicePoint, session)
        return try await exchange(request, session).whole { fields throws(PayfritError) in
            try fields.part("Minor")
        }
    }

    /// Returns the settings that the beacon of a service point should have; allocates its UUID,
    /// major and minor if necessary.
    package func beaconConfig(
        servicePoint: Int, _ session: PayfritSession
    ) async throws(PayfritError) -> BeaconConfig {
        let request = try ofServicePoint(.getBeaconConfig, servicePoint, session)
        return try await exchange(request, session).one("Config", BeaconConfig.init)
    }

    /// Registers hardware with an identity. The request is sent only once: if its outcome is
    /// unknown, call ``lookup(mac:)`` before repeating it.
    ///
    /// - Parameter key: 1...64 letters, digits, "-" and "_"; a repetition uses the same key.
    package func registerHardware(
        _ hardware: HardwareRegistration, key: String, _ session: PayfritSession
    ) async throws(PayfritError) -> RegisteredHardware {
        let business = try businessID(of: session)
        var request = PayfritRequest(.registerHardware) { body in
            body.field("BusinessID", business)
            body.field("ServicePointID", hardware.servicePoint)
            body.identity(hardware.identity)
            body.field("MacAddress", hardware.address.macText)
            body.field("Name", hardware.name)
        }
        request.key = key
        return try await exchange(request, session).whole { fields throws(PayfritError) in
            try RegisteredHardware(fields, of: business)
        }
    }

    /// Reports that a registered beacon was heard. The request is sent only once.
    ///
    /// - Parameter key: As for ``registerHardware(_:key:_:)``.
    package func verifyBroadcast(
        _ sighting: BroadcastSighting, key: String, _ session: PayfritSession
    ) async throws(PayfritError) {
        let business = try businessID(of: session)
        var request = PayfritRequest(.verifyBroadcast) { body in
            body.field("BusinessID", business)
            body.identity(sighting.identity)
            body.field("MacAddress", sighting.address?.macText)
            body.field("RSSI", sighting.rssiDBm)
            body.field("SeenAt", sighting.seenAt?.description)
        }
        request.key = key
        try await exchange(request, session).done()
    }

    /// Returns the business that uses a UUID and major; nil if the server says that there is none.
    package func resolveBusiness(
        uuid: ProximityUUID, major: UInt16, _ session: PayfritSession
    ) async throws(PayfritError) -> Business? {
        let request = PayfritRequest(.resolveBusiness) { body in
            body.field("UUID", uuid.description)
            body.field("Major", major)
        }
        do {
            return try await exchange(request, session).found("Business", Business.init)
        } catch .refused {
            return nil
        }
    }

    private func ofServicePoint(
        _ operation: PayfritOperation, _ servicePoint: Int, _ session: PayfritSession
    ) throws(PayfritError) -> PayfritRequest {
        let business = try businessID(of: session)
        return PayfritRequest(operation) { body in
            body.field("BusinessID", business)
            body.field("ServicePointID", servicePoint)
        }
    }
}
