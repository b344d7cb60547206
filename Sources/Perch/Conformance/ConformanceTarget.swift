import Conformance
import DongleProtocol
import Gateway
import SerialPort
import SimulatedDongle
import Dispatch

/// The port whose dongle is tested, opened without a gateway.
struct ConformanceTarget: Sendable {
    /// The dongle's answers to HELLO and INFO, known once the run is over.
    struct Identity: Sendable {
        let reply: HelloReply?
        let info: InfoAnswer?
    }

    private let chosen: PortChoice.Chosen
    private let baud: Int?
    private let simulation: PtyDongle?
    private let radio: RadioPort?

    /// Path of the port, or name of the radio.
    var name: String { radio?.name.text ?? chosen.path }

    init(_ port: PortArgument, baud: Int?, air: AirOptions, _ output: VerbOutput) async throws {
        self.baud = baud
        switch port {
        case .real(.radio(let name)):
            let radio = RadioPort(name, .own(), waitsForController: false)
            chosen = try await radio.chosen(output)
            simulation = nil
            self.radio = radio
        case .real(let choice):
            chosen = try choice.choose(among: PortScanner.list(), resolve: PortChoice.resolvedPath)
            simulation = nil
            radio = nil
        case .simulated:
            let dongle = try PtyDongle(air.configuration(lineRate: nil, unnamed: "conformance"))
            chosen = PortChoice.Chosen(path: dongle.path, kind: nil, isPseudoTerminal: true)
            simulation = dongle
            radio = nil
        }
    }

    /// Runs the checks at the first line rate at which the dongle answers.
    func run(
        _ options: ConformanceOptions, only: String?, stop: StopCondition,
        onReport: @escaping @Sendable (CheckReport) -> Void
    ) async throws -> Identity {
        let rates = chosen.rates(asked: baud)
        for rate in rates.dropLast() {
            var short = options
            short.greetingLimit = .seconds(5)
            short.judgesDamage = false
            do {
                return try await runBlocking(short, rate: rate, only: only, stop: stop, onReport: onReport)
            } catch ConformanceError.noAnswer {
                say("perch: No answer at \(rate) bits a second; trying the next rate.")
            }
        }
        return try await runBlocking(options, rate: rates.last ?? 115_200, only: only, stop: stop, onReport: onReport)
    }

    /// Runs the checks on a thread of their own, because they block while they wait for the line.
    private func runBlocking(
        _ options: ConformanceOptions, rate: Int, only: String?, stop: StopCondition,
        onReport: @escaping @Sendable (CheckReport) -> Void
    ) async throws -> Identity {
        let path = chosen.path
        return try await withCheckedThrowingContinuation { continuation in
            DispatchQueue(label: "conformance").async {
                continuation.resume(
                    with: Result {
                        let port = try SerialBytePort(path: path, baud: rate)
                        let run = try ConformanceRun(port: port, options: options, only: only) {
                            stop.reason != nil
                        }
                        try run.run(onReport: onReport)
                        return Identity(reply: run.identity, info: run.info)
                    })
            }
        }
    }

    func stop() async {
        simulation?.stop()
        await radio?.stop()
    }
}
