/// Login with which requests are made, and the business they are for.
package struct PayfritSession: Sendable, Hashable {
    /// Secret: no text that this module produces contains it.
    package var token: String
    package var business: Int?

    package init(token: String, business: Int? = nil) {
        self.token = token
        self.business = business
    }
}

extension PayfritSession: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Omits the token.
    package var description: String { business.map { "session for business \($0)" } ?? "session without a business" }
    package var debugDescription: String { description }
    /// `dump` and failing expectations inspect values through this mirror.
    package var customMirror: Mirror { Mirror(self, children: ["business": business as Any]) }
}
