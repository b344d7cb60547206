import Advertising
import ArgumentParser
import Failures
import GatewayClient
import GatewayModel
import LineFormats

/// `perch provision apply`: provisions the beacons of a plan.
struct ProvisionApply: PreparedVerb {
    static let configuration = CommandConfiguration(
        commandName: "apply", abstract: "Provision the beacons of a plan, as many at once as the dongle has slots.",
        discussion: """
            Checks the whole plan before anything is begun. Ends with 0 when every beacon is verified; else with the \
            exit code of the first beacon that failed, or with 75 if all were written. `resume` continues from there. \
            With --register, each beacon goes to the table that `plan --business` planned for it: one beacon after \
            the other is provisioned and registered, and the same command continues wherever it was interrupted.
            """)

    @Argument(help: "The plan that `perch provision plan` made; - is standard input.", completion: .file())
    var plan: String

    @Option(help: "Beacons at a time, 1...16; without it as many as the dongle has slots.")
    var parallel: Int?

    @Option(help: "Name of the beacon profile.")
    var profile = "cp28"

    @Flag(help: "Allow identities that were given to other beacons before.")
    var replace = false

    @Flag(help: "Give each beacon to the table that was planned for it, and register it with Payfrit.")
    var register = false

    @Option(help: "With --register, the longest wait for the registrations, once all beacons are written.")
    var registerLimit = DurationArgument(.seconds(60))

    @Flag(help: "Check the plan and show what would be done; nothing is sent anywhere.")
    var dryRun = false

    @OptionGroup var options: ProvisionOptions
    @OptionGroup var frame: DongleFrame

    func validate() throws {
        try ProvisionOptions.check(parallel: parallel)
        guard !register || (parallel == nil && frame.dongle.port != .simulated) else {
            throw ValidationError("--register takes one beacon after the other: leave out --parallel and --port sim.")
        }
    }

    func needs(_ output: VerbOutput) -> DongleFrame.Needs { DongleFrame.Needs(store: true, settings: true) }

    func prepare(_ output: VerbOutput) async throws -> ProvisioningOrder? {
        let items = try read()
        let order = ProvisioningOrder(
            profile: profile, parallel: parallel, passwords: try options.passwords(), replace: replace,
            searchMs: options.searchMs, verifyMs: options.verifyMs, items: items)
        for item in order.items {
            await output.line("plan-item") { $0.fields(item) }
            await output.text(item.line)
        }
        guard !dryRun else {
            output.setResult { $0.field("items", order.items.count) }
            await output.text("\(counted(order.items.count, "beacon")). Nothing was begun.")
            return nil
        }
        frame.dongle.warnOfPassingJournal()
        return order
    }

    func run(_ lease: GatewayLease, _ order: ProvisioningOrder, _ output: VerbOutput) async throws {
        let radio = try await lease.oneDongle(output)
        if register { return try await registered(order, lease, radio, output) }
        var order = order
        order.dongle = radio.name
        let batch = try await lease.client.uninterrupted.provision(order)
        try await RunFollower(batch, lease: lease, output: output).run()
    }

    private func registered(
        _ order: ProvisioningOrder, _ lease: GatewayLease, _ radio: DongleStatus, _ output: VerbOutput
    ) async throws {
        let status = try await lease.client.payfritStatus()
        await output.devBanner(status)
        let each = PayfritProvisioning(
            address: BluetoothAddress(0), profile: profile, passwords: order.passwords, replace: replace)
        var taking = try TableTaking(lease, radio, status, each, options, output)
        taking.registrationLimit = registerLimit.duration
        try await taking.take(order.items)
    }

    private func read() throws -> [ProvisioningItem] {
        let name = plan == "-" ? "standard input" : plan
        let bytes = try GivenFile.read(plan, limit: ProvisioningPlan.byteLimit)
        var faults: [PlanFault]
        do throws(ProvisioningPlan.Unreadable) {
            let items = try ProvisioningPlan(json: bytes).items
            var check = PlanCheck(unit: "item")
            for (index, item) in items.enumerated() { check.take(PlanDraft(item), at: index + 1) }
            if check.faults.isEmpty { return items }
            faults = check.faults
        } catch {
            faults = error.faults
        }
        let failure = PlanFailure(file: name, unit: "item", faults: faults)
        failure.lines.forEach(say)
        throw failure
    }
}

extension ProvisioningItem {
    /// Line of the text output: the beacon's address and its new identity.
    fileprivate var line: String {
        let more = [
            addressType?.rawValue, rssiAt1m.map { "\($0) dBm at 1 m" }, intervalMs.map { "every \($0) ms" },
            txPower.map { "power index \($0)" },
        ].compactMap { $0 }.map { ", \($0)" }.joined()
        return printable("\(address)  \(fit(name, 20)) \(uuid)/\(major)/\(minor)\(more)")
    }
}
