/// Result of a login.
package struct Login: Sendable, Hashable {
    /// Secret: no text that this module produces contains it.
    package var token: String
    package var user: Int?
    package var name: String?

    package init(token: String, user: Int? = nil, name: String? = nil) {
        self.token = token
        self.user = user
        self.name = name
    }
}

extension Login: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Omits the token.
    package var description: String { "login of user \(user.map(String.init) ?? "unknown")" }
    package var debugDescription: String { description }
    /// `dump` and failing expectations inspect values through this mirror.
    package var customMirror: Mirror { Mirror(self, children: ["user": user as Any, "name": name as Any]) }
}
