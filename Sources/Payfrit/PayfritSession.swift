/// Who makes requests, and for which business.
package struct PayfritSession: Sendable, Hashable {
    /// A secret: no text of this module has it.
    package var token: String
    package var business: Int?

    package init(token: String, business: Int? = nil) {
        self.token = token
        self.business = business
    }
}

extension PayfritSession: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Without the token.
    package var description: String { business.map { "session for business \($0)" } ?? "session without a business" }
    package var debugDescription: String { description }
    /// `dump` and failing expectations look into values by this.
    package var customMirror: Mirror { Mirror(self, children: ["business": business as Any]) }
}
