extension PayfritLogin: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The user only; the password or one-time password is left out.
    package var description: String { "PayfritLogin(\(phone ?? username ?? ""))" }
    package var debugDescription: String { description }
    /// Hides secrets from `dump` and from failing test expectations.
    package var customMirror: Mirror { Mirror(self, children: ["user": phone ?? username ?? ""]) }
}
