import DongleLink
import Gateway
import SerialPort
import SimulatedDongle

/// A port whose line is to be recorded from the first byte.
struct TracedPort: Sendable {
    private let chosen: PortChoice.Chosen
    private let baud: Int?
    private let simulation: PtyDongle?
    private let radio: RadioPort?

    /// Path of the port, or name of the radio.
    var name: String { radio?.name.text ?? chosen.path }
    /// Whether the port is that of a simulated dongle of this process.
    var isSimulated: Bool { simulation != nil }

    /// Finds a port of this machine, without opening it.
    init(_ choice: PortChoice, baud: Int?, _ output: VerbOutput) async throws {
        self.baud = baud
        simulation = nil
        if case .radio(let name) = choice {
            let radio = RadioPort(name, .own(), waitsForController: false)
            chosen = try await radio.chosen(output)
            self.radio = radio
            return
        }
        radio = nil
        chosen = try choice.choose(among: PortScanner.list(), resolve: PortChoice.resolvedPath)
    }

    /// Starts a simulated dongle, which runs until ``stop()``.
    init(simulating configuration: SimulatedDongle.Configuration) throws {
        let dongle = try PtyDongle(configuration)
        chosen = PortChoice.Chosen(path: dongle.path, kind: nil, isPseudoTerminal: true)
        baud = nil
        simulation = dongle
        radio = nil
    }

    /// Opens the port and greets the dongle at each line rate in turn, until it answers.
    ///
    /// - Parameter trace: Records the line at every rate.
    func open(trace: any WireTrace) async throws -> Dongle {
        let rates = chosen.rates(asked: baud)
        let isNative = chosen.isNative(asked: baud)
        for rate in rates.dropLast() {
            do {
                return try await Dongle.open(
                    path: chosen.path, baud: rate, isNative: isNative, greetingLimit: .seconds(5), trace: trace)
            } catch LinkError.greeting(.noAnswer) {
                say("perch: No answer at \(rate) bits a second; trying the next rate.")
            }
        }
        return try await Dongle.open(
            path: chosen.path, baud: rates.last ?? 115_200, isNative: isNative, trace: trace)
    }

    /// Ends the simulated dongle or the bridge of a radio, if it is one.
    func stop() async {
        simulation?.stop()
        await radio?.stop()
    }
}
