import DongleLink
import Gateway
import SerialPort
import SimulatedDongle

/// A port whose line is to be recorded from the first byte.
struct TracedPort: Sendable {
    private let chosen: PortChoice.Chosen
    private let baud: Int?
    private let simulation: PtyDongle?

    /// Path of the port.
    var path: String { chosen.path }
    /// Whether the port is that of a simulated dongle of this process.
    var isSimulated: Bool { simulation != nil }

    /// Finds a port of this machine, without opening it.
    init(_ choice: PortChoice, baud: Int?) throws {
        chosen = try choice.choose(among: PortScanner.list(), resolve: PortChoice.resolvedPath)
        self.baud = baud
        simulation = nil
    }

    /// Starts a simulated dongle, which runs until ``stop()``.
    init(simulating configuration: SimulatedDongle.Configuration) throws {
        let dongle = try PtyDongle(configuration)
        chosen = PortChoice.Chosen(path: dongle.path, kind: nil, isPseudoTerminal: true)
        baud = nil
        simulation = dongle
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
                    path: path, baud: rate, isNative: isNative, greetingLimit: .seconds(5), trace: trace)
            } catch LinkError.greeting(.noAnswer) {
                say("perch: No answer at \(rate) bits a second; trying the next rate.")
            }
        }
        return try await Dongle.open(path: path, baud: rates.last ?? 115_200, isNative: isNative, trace: trace)
    }

    /// Ends the simulated dongle, if it is one.
    func stop() { simulation?.stop() }
}
