import LineFormats

extension PayfritClient {
    /// Lists the service points of the session's business.
    package func servicePoints(_ session: PayfritSession) async throws(PayfritError) -> Rows<ServicePoint> {
        let business = try businessID(of: session)
        let request = PayfritRequest(.listServicePoints) { $0.field("BusinessID", business) }
        return try await exchange(request, session).list("ServicePoints") {
            fields throws(PayfritError) in try ServicePoint(fields, of: business)
        }
    }

    /// Creates a service point, or changes the one with the ID in `change`.
    package func saveServicePoint(
        _ change: ServicePointChange, _ session: PayfritSession
    ) async throws(PayfritError) -> ServicePoint {
        let business = try businessID(of: session)
        let request = PayfritRequest(change.id == nil ? .createServicePoint : .changeServicePoint) { body in
            body.field("BusinessID", business)
            body.field("ID", change.id)
            body.field("Name", change.name)
            body.field("TypeID", change.type)
            body.field("Code", change.code)
            body.field("SortOrder", change.sortOrder)
            body.field("IsActive", change.isActive)
            switch change.beacon {
            case .beacon(let id): body.field("BeaconID", id)
            case .removed: body.null("BeaconID")
            case nil: break
            }
        }
        return try await exchange(request, session).one("ServicePoint") {
            fields throws(PayfritError) in try ServicePoint(fields, of: business)
        }
    }

    /// Lists the types of service points.
    package func servicePointTypes(_ session: PayfritSession) async throws(PayfritError) -> Rows<ServicePointType> {
        try await exchange(PayfritRequest(.listServicePointTypes), session).list("Types", ServicePointType.init)
    }

    /// Assigns a beacon to a service point; nil removes the one it has.
    package func assign(
        beacon: Int?, toServicePoint servicePoint: Int, _ session: PayfritSession
    ) async throws(PayfritError) -> ServicePoint {
        let business = try businessID(of: session)
        let nameOfPoint: StaticString = generation == .php ? "ID" : "ServicePointID"
        let request = PayfritRequest(.assignBeacon) { body in
            body.field("BusinessID", business)
            body.field(nameOfPoint, servicePoint)
            if let beacon { body.field("BeaconID", beacon) } else { body.null("BeaconID") }
        }
        return try await exchange(request, session).one("ServicePoint") {
            fields throws(PayfritError) in try ServicePoint(fields, of: business)
        }
    }
}
