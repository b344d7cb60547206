import ArgumentParser
import SerialPort
import Settings

/// The settings that flags of `perch serve` make. They override files and environment variables.
struct ServeOptions: ParsableArguments {
    enum Mode: String, EnumerableFlag {
        case active, passive
    }

    @Option(
        help: ArgumentHelp("A dongle: auto, sim, a path, or id:SERIAL. May be given several times.", valueName: "port"))
    var port: [String] = []

    @Option(
        help: ArgumentHelp(
            "A Bluetooth controller to make a dongle of: \(RadioName.forms). May be given several times.",
            valueName: "radio"), transform: { try RadioName(argument: $0).text })
    var radio: [String] = []

    @Option(help: ArgumentHelp("Bits a second, or auto.", valueName: "baud"))
    var baud: String?

    @Flag(help: "Ask for scan responses, or only listen.")
    var mode: Mode?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Leave out signals weaker than this, in dBm, -127...20, or none.", valueName: "dBm"))
    var minRssi: String?

    @Flag(help: "Scan only while a client reads adverts.")
    var onDemand = false

    @Option(help: "Path of the unix socket to serve.", completion: .file())
    var socket: String?

    @Option(help: ArgumentHelp("Serve TCP as well, for clients with the token.", valueName: "host:port"))
    var http: String?

    @Option(help: "File with the token.", completion: .file())
    var tokenFile: String?

    @Option(help: "PEM file with the TLS certificate; needs --tls-key.", completion: .file())
    var tlsCertificate: String?

    @Option(help: "PEM file with the TLS key; needs --tls-certificate.", completion: .file())
    var tlsKey: String?

    @Option(help: "Folder of the database and the token.", completion: .directory)
    var state: String?

    @Option(help: ArgumentHelp("Level of the log: error, warning, info or debug.", valueName: "level"))
    var logLevel: String?

    @Option(help: "Read the settings from this file instead of the usual ones.", completion: .file())
    var config: String?

    /// The given flags, as settings.
    var flags: [SettingsSources.Flag] {
        let texts: [(String, String?)] = [
            ("--port", port.isEmpty ? nil : port.joined(separator: ",")),
            ("--radio", radio.isEmpty ? nil : radio.joined(separator: ",")), ("--baud", baud),
            ("--on-demand", onDemand ? "false" : nil), ("--active", mode == .active ? "active" : nil),
            ("--passive", mode == .passive ? "passive" : nil), ("--min-rssi", minRssi), ("--socket", socket),
            ("--http", http), ("--token-file", tokenFile), ("--tls-certificate", tlsCertificate), ("--tls-key", tlsKey),
            ("--state", state), ("--log-level", logLevel),
        ]
        return texts.compactMap { name, text in text.map { SettingsSources.Flag(name, $0) } }
    }

    func validate() throws {
        guard !port.contains("") else { throw ValidationError("--port takes \(SettingForm.ports.words).") }
        for flag in flags {
            guard let key = SettingKey.named(flag.name), key.fault(of: flag.text) != nil else { continue }
            throw ValidationError("\(flag.name) takes \(key.form.words).")
        }
    }
}
