import Advertising
import LineFormats
import RESTClient

extension PayfritClient {
    /// Lists the beacons of the session's business, active or not.
    package func beacons(_ session: PayfritSession) async throws(PayfritError) -> Rows<Beacon> {
        let business = try businessID(of: session)
        let request = PayfritRequest(.listBeacons) { $0.field("BusinessID", business) }
        return try await exchange(request, session).list("Beacons") { fields throws(PayfritError) in
            try Beacon(fields, of: business)
        }
    }

    /// Returns one beacon of the session's business. The php generation has it only in its list.
    package func beacon(_ id: Int, _ session: PayfritSession) async throws(PayfritError) -> Beacon {
        if generation == .php {
            let all = try await beacons(session)
            guard let beacon = all.first(where: { $0.id == id }) else { throw .unknownBeacon(id) }
            return beacon
        }
        let business = session.business
        return try await exchange(try ofBeacon(.getBeacon, id, session), session).one("Beacon") {
            fields throws(PayfritError) in try Beacon(fields, of: business)
        }
    }

    /// Creates a beacon. The request is sent only once.
    ///
    /// - Parameter key: 1...64 letters, digits, "-" and "_"; a repetition uses the same key.
    package func createBeacon(
        _ draft: BeaconDraft, key: String? = nil, _ session: PayfritSession
    ) async throws(PayfritError) -> Beacon {
        let business = try businessID(of: session)
        if generation == .cfm, draft.servicePoint != nil {
            throw .badSetting("The cfm API assigns a beacon in a separate step")
        }
        var request = PayfritRequest(.createBeacon) { body in
            body.field("BusinessID", business)
            body.field("Name", draft.name)
            body.field("UUID", draft.uuid.description)
            body.field("IsActive", draft.isActive)
            body.field("ServicePointID", draft.servicePoint)
        }
        request.key = key
        return try await exchange(request, session).one("Beacon") { fields throws(PayfritError) in
            try Beacon(fields, of: business)
        }
    }

    /// Changes a beacon.
    ///
    /// `beacons/save.php` replaces a beacon as a whole, so that in the php generation the present
    /// values are read first.
    package func updateBeacon(
        _ id: Int, _ change: BeaconChange, _ session: PayfritSession
    ) async throws(PayfritError) -> Beacon {
        let business = try businessID(of: session)
        var change = change
        var uuid = change.uuid?.description
        if generation == .php, change.name == nil || uuid == nil || change.isActive == nil {
            let present = try await beacon(id, session)
            change.name = change.name ?? present.name
            uuid = uuid ?? present.uuidText
            change.isActive = change.isActive ?? present.isActive
        }
        let nameOfBeacon: StaticString = generation == .php ? "ID" : "BeaconID"
        let request = PayfritRequest(.updateBeacon) { [change, uuid] body in
            body.field("BusinessID", business)
            body.field(nameOfBeacon, id)
            body.field("Name", change.name)
            body.field("UUID", uuid)
            body.field("IsActive", change.isActive)
        }
        let answer = try await exchange(request, session)
        do throws(PayfritError) {
            return try answer.one("Beacon") { fields throws(PayfritError) in try Beacon(fields, of: business) }
        } catch {
            // The beacon was saved as sent, though the answer does not contain it.
            try answer.done()
            guard let text = uuid, let isActive = change.isActive else { return try await beacon(id, session) }
            var saved = Beacon(
                id: id, uuid: ProximityUUID(0), name: change.name, business: business, isActive: isActive)
            (saved.uuid, saved.uuidText) = (ProximityUUID(text), text)
            return saved
        }
    }

    /// Deletes a beacon; the php generation deactivates it and removes it from its service point.
    package func deleteBeacon(_ id: Int, _ session: PayfritSession) async throws(PayfritError) {
        try await exchange(try ofBeacon(.deleteBeacon, id, session), session).done()
    }

    private func ofBeacon(
        _ operation: PayfritOperation, _ id: Int, _ session: PayfritSession
    ) throws(PayfritError) -> PayfritRequest {
        let business = try businessID(of: session)
        return PayfritRequest(operation) { body in
            body.field("BusinessID", business)
            body.field("BeaconID", id)
        }
    }
}
