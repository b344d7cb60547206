/// Who makes requests, and for which business.
public struct PayfritSession: Sendable, Hashable {
    /// A secret: no text of this module has it.
    public var token: String
    public var business: Int?

    public init(token: String, business: Int? = nil) {
        self.token = token
        self.business = business
    }
}

extension PayfritSession: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Without the token.
    public var description: String { business.map { "session for business \($0)" } ?? "session without a business" }
    public var debugDescription: String { description }
    /// `dump` and failing expectations look into values by this.
    public var customMirror: Mirror { Mirror(self, children: ["business": business as Any]) }
}
