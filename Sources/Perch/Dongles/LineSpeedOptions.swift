import ArgumentParser
import SerialPort

/// The speed of the line to a dongle.
struct LineSpeedOptions: ParsableArguments {
    @Option(help: "Bits a second; without it 921600, then 115200 on a bridge.")
    var baud: Int?

    func validate() throws {
        guard baud.map(SerialLine.supportedBauds.contains) ?? true else {
            throw ValidationError(
                "--baud takes one of \(SerialLine.supportedBauds.map(String.init).joined(separator: ", ")).")
        }
    }
}
