import LineFormats

extension PayfritClient {
    /// Lists the businesses of the user.
    package func businesses(_ session: PayfritSession) async throws(PayfritError) -> Rows<Business> {
        try await exchange(PayfritRequest(.listBusinesses), session).list("Businesses", Business.init)
    }

    /// Returns one business. The cfm generation has it only in its list.
    package func business(_ id: Int, _ session: PayfritSession) async throws(PayfritError) -> Business {
        if generation == .cfm {
            let all = try await businesses(session)
            guard let business = all.first(where: { $0.id == id }) else {
                throw .refused("You have no business \(id)")
            }
            return business
        }
        let request = PayfritRequest(.getBusiness) { $0.field("BusinessID", id) }
        return try await exchange(request, session).one("Business", Business.init)
    }
}
