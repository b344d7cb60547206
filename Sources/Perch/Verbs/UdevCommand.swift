import ArgumentParser
import SerialPort

/// `perch udev`: rules for udev.
struct UdevCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "udev", abstract: "Rules for udev that give access to dongles.", subcommands: [UdevPrint.self])
}

/// `perch udev print`: prints a file of rules.
struct UdevPrint: LocalVerb {
    static let configuration = CommandConfiguration(
        commandName: "print", abstract: "Print a file of rules for udev.",
        discussion: """
            The rules let the user who sits at the machine open a dongle's port, and keep ModemManager from probing \
            it. The file belongs in /etc/udev/rules.d:

              perch udev print | sudo tee /etc/udev/rules.d/\(UdevRules.boards.fileName)
              sudo udevadm control --reload && sudo udevadm trigger

            With --bridges, the file is \(UdevRules.bridges.fileName); with --bluetooth, \
            \(UdevRules.bluetooth.fileName). This verb installs nothing.
            """)

    @Flag(help: "For CP210x, CH34x and FTDI bridges instead; modems behind such a bridge are then left alone too.")
    var bridges = false

    @Flag(help: "For Bluetooth adapters on USB instead, as radios; who may open one can take it from this machine.")
    var bluetooth = false

    var frame: ProseFrame { ProseFrame() }

    func validate() throws {
        guard !(bridges && bluetooth) else { throw ValidationError("Give either --bridges or --bluetooth.") }
    }

    func run(_ output: VerbOutput) async throws {
        let rules: UdevRules = bridges ? .bridges : bluetooth ? .bluetooth : .boards
        await output.write(Array(rules.text.utf8))
    }
}
