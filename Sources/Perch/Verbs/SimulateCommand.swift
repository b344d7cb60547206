import ArgumentParser
import SimulatedDongle

/// `perch simulate`: a simulated dongle on a pseudo-terminal.
struct SimulateCommand: LocalVerb {
    static let configuration = CommandConfiguration(
        commandName: "simulate", abstract: "Run a simulated dongle on a pseudo-terminal.",
        discussion: "Prints the path of its port on standard output and runs until ^C.")

    @OptionGroup var air: AirOptions

    @Flag(help: "Let the replay drop adverts for which the dongle has no room, as a real radio does.")
    var drop = false

    @Option(help: ArgumentHelp("Pace the line like a UART of this many bits per second.", valueName: "baud"))
    var lineRate: Int?

    @Option(help: "Id of the dongle: 16 hexadecimal digits, or 1 to 8 ASCII characters. Without it SIM00001.")
    var id: SimulatedID?

    @Option(help: "Make a symbolic link to the port at this path.", completion: .file())
    var link: String?

    @Flag(help: "List the built-in scenarios instead of running one.")
    var list = false

    func validate() throws {
        guard air.replay != nil || !drop else { throw ValidationError("--drop needs --replay.") }
        guard lineRate.map((1200...12_000_000).contains) ?? true else {
            throw ValidationError("--line-rate takes 1200...12000000.")
        }
    }

    var frame: ProseFrame { ProseFrame() }

    func run(_ output: VerbOutput) async throws {
        if list {
            for name in Scenario.names {
                await output.text("\(name)  \(try Scenario.named(name).summary)")
            }
            return
        }
        let configuration = try air.configuration(lineRate: lineRate, drops: drop, deviceID: id?.bytes)
        let dongle = try PtyDongle(configuration, link: link) { count in
            say("perch: The replay has finished: \(count) adverts replayed.")
        }
        defer { dongle.stop() }
        await output.text(dongle.path)
        say(
            "perch: SIMULATED dongle on \(dongle.link ?? dongle.path), scenario \(configuration.scenario.name). ^C ends it."
        )
        _ = await output.stop.wait()
    }
}
