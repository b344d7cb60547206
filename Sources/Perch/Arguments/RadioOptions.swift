import ArgumentParser
import Failures
import Gateway
import SerialPort

/// The option that names a radio in place of a port.
struct RadioOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A Bluetooth controller to make a dongle of, in place of --port: \(RadioName.forms).", valueName: "radio"),
        transform: { try RadioName(argument: $0) })
    var radio: RadioName?

    func validate() throws {
        // Of an option for one value, the parser takes the last one without a word.
        guard RadioOptions.count(in: CommandLine.arguments) <= 1 else {
            throw ValidationError("Give --radio once. `perch serve` takes several radios.")
        }
    }

    /// Returns how often a command line has the option.
    static func count(in arguments: [String]) -> Int {
        arguments.prefix { $0 != "--" }.count { $0 == "--radio" || $0.hasPrefix("--radio=") }
    }

    /// Returns the port that `--port` and `--radio` name together.
    func port(_ given: PortArgument) -> PortArgument { radio.map { .real(.radio($0)) } ?? given }

    /// Refuses `--radio` beside `--port`.
    func check(beside given: PortArgument) throws {
        guard radio == nil || given == .real(.auto) else { throw ValidationError("Give either --port or --radio.") }
    }
}

extension RadioName {
    /// - Throws: `ValidationError` with the fault in words.
    init(argument: String) throws {
        do throws(Fault) {
            try self.init(argument)
        } catch {
            throw ValidationError("A radio's name is \(error.expected).")
        }
    }
}
