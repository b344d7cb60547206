import Settings
import Store

extension Failure {
    package init(_ error: StoreError) { fatalError("unbuilt") }
    package init(_ error: SettingsError) { fatalError("unbuilt") }
}
