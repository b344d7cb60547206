import ArgumentParser
import Failures
import Foundation
import Recording
import SimulatedDongle

/// The simulated air around a simulated dongle: a scenario or a replay.
struct AirOptions: ParsableArguments {
    @Option(help: "A built-in scenario, or a scenario file.", completion: .list(Scenario.names))
    var scenario: String?

    @Option(
        help: "A recording to replay; it takes the place of the scenario unless --scenario is given.",
        completion: .file())
    var replay: String?

    @Option(help: "Speed of the replay: a factor, or max.")
    var speed: ReplaySpeed?

    @Flag(help: "Repeat the replay without end.")
    var loop = false

    @Option(help: "Seed of everything random in the simulation.")
    var seed: UInt64?

    var isDefault: Bool { scenario == nil && replay == nil && speed == nil && !loop && seed == nil }

    func validate() throws {
        guard replay != nil || (speed == nil && !loop) else {
            throw ValidationError("--speed and --loop need --replay.")
        }
    }

    /// - Parameters:
    ///   - lineRate: Rate of the line, in bits per second; nil = as fast as the system.
    ///   - drops: Whether the replay drops adverts for which the dongle has no room.
    ///   - deviceID: Id of the dongle, eight bytes; nil = id of the first simulated dongle.
    ///   - unnamed: Built-in scenario if the options name neither a scenario nor a recording.
    /// - Returns: The configuration that the options ask for. Lines of the recording that are no
    ///   adverts are reported on standard error.
    func configuration(
        lineRate: Int?, drops: Bool = false, deviceID: [UInt8]? = nil, unnamed: String = Scenario.names[0]
    ) throws -> SimulatedDongle.Configuration {
        var scenario = try chosenScenario(unnamed)
        if let seed { scenario.seed = seed }
        var heard: Replay?
        if let replay {
            let recording = try AirRecording(path: replay)
            if let sentence = recording.skipped.sentence(path: replay) { say("perch: \(sentence)") }
            heard = Replay(
                adverts: recording.adverts,
                options: Replay.Options(speed: speed?.value ?? .times(1), loops: loop, drops: drops))
        }
        return SimulatedDongle.Configuration(
            scenario: scenario, identity: FirmwareIdentity(deviceID: deviceID, lineRate: lineRate), seed: seed,
            replay: heard)
    }

    /// Returns the scenario that the options name. A built-in name has precedence over a file of
    /// that name, which can be written as `./NAME`.
    private func chosenScenario(_ unnamed: String) throws(ScenarioError) -> Scenario {
        guard let scenario else { return try Scenario.named(replay == nil ? unnamed : "empty") }
        let isFile = !Scenario.names.contains(scenario) && FileManager.default.fileExists(atPath: scenario)
        let looksLikePath = scenario.contains("/") || scenario.hasSuffix(".json")
        return isFile || looksLikePath ? try Scenario(file: scenario) : try Scenario.named(scenario)
    }
}

/// Speed of a replay on the command line: `2`, `0.5` or `max`.
struct ReplaySpeed: ExpressibleByArgument, Sendable, Hashable {
    let value: Replay.Speed

    init?(argument: String) {
        if argument == "max" {
            value = .maximum
        } else {
            guard let factor = Double(argument), factor.isFinite, factor > 0 else { return nil }
            value = .times(factor)
        }
    }
}
