import Advertising
import ArgumentParser
import GatewayModel

/// The device that a verb works on, and the longest wait for it.
struct ConfigDeviceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The device: ble:ADDRESS or ble:NAME, or dongle for the dongle's own config.", valueName: "device"))
    var device: String

    @OptionGroup var waiting: ConfigWaitOptions
}

/// Address type of a device, and the longest wait for it.
struct ConfigWaitOptions: ParsableArguments {
    @Option(help: "Type of the device's address: public or random; without it, the gateway listens to find out.")
    var type: AddressType?

    @Option(help: "Longest wait to hear the device, and for each of its answers, 1s...10m.")
    var timeout = DurationArgument(.seconds(10))

    func validate() throws {
        guard (Duration.seconds(1) ... .seconds(600)).contains(timeout.duration) else {
            throw ValidationError("--timeout takes 1s...10m.")
        }
    }

    func order(_ device: String) -> ConfigOrder {
        var order = ConfigOrder(device: device)
        order.addressType = type
        order.timeoutMs = Int(timeout.duration / .milliseconds(1))
        return order
    }
}

/// Whether the device saves the config that it was sent.
struct ConfigSaveOptions: ParsableArguments {
    @Flag(help: "Save the config on the device, after reading it back.")
    var save = false

    @OptionGroup var proof: ConfigProofOptions

    func apply(to order: inout ConfigOrder) {
        order.save = save || proof.verifyReboot ? true : nil
        proof.apply(to: &order)
    }
}

/// Whether to verify, after a restart, that the device saved its config.
struct ConfigProofOptions: ParsableArguments {
    @Flag(
        help: """
            Save the config, wait for a restart of the device, and read the config again. Perch restarts a dongle itself; \
            unplug another device and plug it in again.
            """)
    var verifyReboot = false

    @Option(help: "Longest wait for the restart, 1s...10m; without it, 2m.")
    var wait: DurationArgument?

    func validate() throws {
        guard wait == nil || verifyReboot else { throw ValidationError("--wait needs --verify-reboot.") }
        if let wait, !(Duration.seconds(1) ... .seconds(600)).contains(wait.duration) {
            throw ValidationError("--wait takes 1s...10m.")
        }
    }

    func apply(to order: inout ConfigOrder) {
        order.verifyReboot = verifyReboot ? true : nil
        order.waitMs = wait.map { Int($0.duration / .milliseconds(1)) }
    }
}

/// The options of all verbs that change a device's config.
struct ConfigChangeOptions: ParsableArguments {
    @OptionGroup var target: ConfigDeviceOptions

    @Flag(help: "Read the device, and only show what would change.")
    var dryRun = false

    @Flag(
        help: """
            Send the config even if it cannot be read back over this connection; whether it arrived is then unknown.
            """)
    var unverified = false

    @OptionGroup var keeping: ConfigSaveOptions

    var order: ConfigOrder {
        var order = target.waiting.order(target.device)
        order.dryRun = dryRun ? true : nil
        order.unverified = unverified ? true : nil
        keeping.apply(to: &order)
        return order
    }
}

extension DongleOptions {
    /// Lends a follower that carries out orders for configs.
    func withConfigs(_ output: VerbOutput, _ body: (ConfigFollower) async throws -> Void) async throws {
        try await withGateway(output, needsStore: true, readsSettings: true) { lease in
            let radio = try await lease.oneDongle(output)
            try await body(ConfigFollower(lease: lease, dongle: radio.name, output: output))
        }
    }
}
