import Foundation
import Gateway
import Settings

extension RadioSetup {
    /// Returns the setup of a gateway that starts bridges itself.
    ///
    /// - Parameter stateFolder: Folder of the gateway's database; nil = this user's.
    static func own(
        stateFolder: String? = nil, environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> RadioSetup {
        var setup = RadioSetup()
        let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        setup.bridges = Bridges(
            environment: environment,
            stateFolder: stateFolder ?? Settings.stateFolder(environment: environment),
            ownFolder: program.map { URL(fileURLWithPath: $0).deletingLastPathComponent().path })
        return setup
    }
}
