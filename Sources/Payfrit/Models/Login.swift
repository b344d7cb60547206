/// What a login brings.
public struct Login: Sendable, Hashable {
    /// A secret: no text of this module has it.
    public var token: String
    public var user: Int?
    public var name: String?

    public init(token: String, user: Int? = nil, name: String? = nil) {
        self.token = token
        self.user = user
        self.name = name
    }
}

extension Login: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Without the token.
    public var description: String { "login of user \(user.map(String.init) ?? "unknown")" }
    public var debugDescription: String { description }
    /// `dump` and failing expectations look into values by this.
    public var customMirror: Mirror { Mirror(self, children: ["user": user as Any, "name": name as Any]) }
}
