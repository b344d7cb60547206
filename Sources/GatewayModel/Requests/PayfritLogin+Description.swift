extension PayfritLogin: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Without what is secret.
    public var description: String { "PayfritLogin(\(phone ?? username ?? ""))" }
    public var debugDescription: String { description }
    /// `dump` and failing expectations look into values by this.
    public var customMirror: Mirror { Mirror(self, children: ["user": phone ?? username ?? ""]) }
}
