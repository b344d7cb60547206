import Settings

extension Failure {
    package init(_ error: SettingsError) { fatalError("unbuilt") }
}
