import Foundation

extension Scenario {
    /// Names of the built-in scenarios. The first is the default.
    package static let names = ["restaurant", "walker", "provisioning", "crew", "flockfinder", "conformance", "empty"]

    /// Returns a built-in scenario.
    ///
    /// - Throws: ``ScenarioError/unknownName(_:known:)``.
    package static func named(_ name: String) throws(ScenarioError) -> Scenario {
        switch name {
        case "restaurant": try Scenario(json: Data(PackageResources.restaurant_json))
        case "walker": try Scenario(json: Data(PackageResources.walker_json))
        case "provisioning": try Scenario(json: Data(PackageResources.provisioning_json))
        case "crew": try Scenario(json: Data(PackageResources.crew_json))
        case "flockfinder": try Scenario(json: Data(PackageResources.flockfinder_json))
        case "conformance": try Scenario(json: Data(PackageResources.conformance_json))
        case "empty": Scenario(name: "empty", summary: "Nothing is on the air.")
        default: throw .unknownName(name, known: names)
        }
    }
}
