extension PayfritLogin: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Without what is secret.
    package var description: String { "PayfritLogin(\(phone ?? username ?? ""))" }
    package var debugDescription: String { description }
    /// `dump` and failing expectations look into values by this.
    package var customMirror: Mirror { Mirror(self, children: ["user": phone ?? username ?? ""]) }
}
