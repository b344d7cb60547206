import ArgumentParser
import DongleLink
import Foundation
import Gateway
import SerialPort
import SimulatedDongle

/// The options by which every verb finds its dongle.
struct PortOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The dongle: auto, sim, a path, or id:SERIAL.", valueName: "port"))
    var port: PortArgument = .real(.auto)

    @Option(help: "Bits a second; without it 921600, then 115200 on a bridge.")
    var baud: Int?

    @OptionGroup(title: "Simulation (with --port sim)")
    var air: AirOptions

    func validate() throws {
        guard port == .simulated || air.isDefault else {
            throw ValidationError("--scenario, --replay, --speed, --loop and --seed need --port sim.")
        }
        guard baud.map(SerialLine.supportedBauds.contains) ?? true else {
            throw ValidationError(
                "--baud takes one of \(SerialLine.supportedBauds.map(String.init).joined(separator: ", ")).")
        }
    }

    /// Opens the dongle, lends it to `body`, and closes it on every path. ^C cuts the opening short, not `body`.
    ///
    /// - Parameter replayFinished: Called when the replay of a simulated dongle has given its last advert.
    func withDongle<Value>(
        _ output: VerbOutput, replayFinished: (@Sendable (Int) -> Void)? = nil,
        _ body: (any DongleService) async throws -> Value
    ) async throws -> Value {
        if case .real(let port) = port {
            let chosen = try port.choose(among: PortScanner.list()) {
                URL(fileURLWithPath: $0).resolvingSymlinksInPath().path
            }
            let dongle = try await output.abandonable { [baud] in try await PortOptions.open(chosen, baud: baud) }
            return try await PortOptions.lend(dongle, output, body)
        }
        let simulation = try PtyDongle(air.configuration(lineRate: nil), replayFinished: replayFinished)
        defer { simulation.stop() }
        let dongle = try await output.abandonable {
            try await Dongle.open(path: simulation.path, baud: 921_600, isNative: true)
        }
        return try await PortOptions.lend(dongle, output, body)
    }

    private static func lend<Value>(
        _ dongle: Dongle, _ output: VerbOutput, _ body: (any DongleService) async throws -> Value
    ) async throws -> Value {
        do {
            if try await dongle.identity.features.contains(.simulated) { output.markSimulated() }
            let value = try await body(LinkedDongle(dongle: dongle))
            await dongle.close()
            return value
        } catch {
            await dongle.close()
            throw error
        }
    }

    /// Tries each rate in turn; silence at one says nothing about the next.
    private static func open(_ chosen: PortChoice.Chosen, baud: Int?) async throws -> Dongle {
        let rates = chosen.rates(asked: baud)
        for rate in rates.dropLast() {
            do {
                return try await Dongle.open(
                    path: chosen.path, baud: rate, isNative: chosen.isNative(asked: baud), greetingLimit: .seconds(5))
            } catch LinkError.greeting(.noAnswer) {
                say("perch: No answer at \(rate) bits a second; trying the next rate.")
            }
        }
        return try await Dongle.open(
            path: chosen.path, baud: rates.last ?? 115_200, isNative: chosen.isNative(asked: baud))
    }
}
