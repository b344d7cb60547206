import Randomness
import Advertising
import Recording

/// Creates the parts of a simulation from a scenario. An invalid part is reported with its path.
struct ScenarioBuilder {
    /// Names of the built-in behaviours, which need no factory.
    static let builtIn: Set<String> = [SimulatedCP28.name, SimulatedEcho.name, SimulatedFlockFinder.name]

    /// Salt that keeps the networks' random numbers independent of everything else derived from the
    /// scenario's seed.
    private static let networkSalt: UInt64 = 0x5749_4649

    let scenario: Scenario
    /// Factories of the behaviours that a peripheral can name.
    let behaviours: [String: BehaviourFactory]

    func signalModel() throws(ScenarioError) -> SignalModel {
        var sensitivityDBm: Double?
        if let given = scenario.sensitivityDBm {
            sensitivityDBm = try ScenarioValue.checked(given, -100 ... -20, path: "sensitivityDBm")
        }
        return SignalModel(
            exponent: try ScenarioValue.checked(scenario.pathLossExponent, 1...6, path: "pathLossExponent"),
            noiseDB: try ScenarioValue.checked(scenario.noiseDB, 0...20, path: "noiseDB"),
            sensitivityDBm: sensitivityDBm)
    }

    func advertisers() throws(ScenarioError) -> [Advertiser] {
        var result: [Advertiser] = []
        for (index, description) in scenario.advertisers.enumerated() {
            result.append(
                try advertiser(
                    description, random: SplitMix64(seed: scenario.seed, index: UInt64(index)),
                    path: "advertisers[\(index)]"))
        }
        return result
    }

    func peripherals() throws(ScenarioError) -> [VirtualPeripheral] {
        var result: [VirtualPeripheral] = []
        for (index, description) in scenario.peripherals.enumerated() {
            // Independent of the advertisers' random numbers, so that another advertiser does not
            // change the peripherals.
            let random = SplitMix64(seed: ~scenario.seed, index: UInt64(index))
            result.append(try peripheral(description, random: random, path: "peripherals[\(index)]"))
        }
        return result
    }

    /// Returns the Wi-Fi networks; nil if the dongle has no Wi-Fi receiver.
    func networks() throws(ScenarioError) -> VirtualNetworks? {
        guard let described = scenario.networks else { return nil }
        var networks: [VirtualNetworks.Network] = []
        for (index, description) in described.enumerated() {
            let random = SplitMix64(seed: scenario.seed ^ ScenarioBuilder.networkSalt, index: UInt64(index))
            networks.append(try VirtualNetworks.Network(description, random: random, path: "networks[\(index)]"))
        }
        return VirtualNetworks(networks: networks, signal: try signalModel())
    }

    func replayOptions() throws(ScenarioError) -> Replay.Options? {
        guard let replay = scenario.replay else { return nil }
        var speed = Replay.Speed.maximum
        if let factor = replay.speed {
            speed = .times(try ScenarioValue.checked(factor, 0.001...1_000_000, path: "replay.speed"))
        }
        return Replay.Options(speed: speed, loops: replay.loops, drops: replay.drops)
    }

    /// Returns the scenario's recording, read into memory.
    ///
    /// - Throws: ``ScenarioError``, `RecordingError`.
    func replay() throws -> Replay? {
        guard let description = scenario.replay, let options = try replayOptions() else { return nil }
        return Replay(adverts: try AirRecording(path: description.recording).adverts, options: options)
    }

    private func advertiser(
        _ description: Scenario.Advertiser, random: SplitMix64, path: String
    ) throws(ScenarioError) -> Advertiser {
        guard let address = BluetoothAddress(description.address) else {
            throw .invalid(path: "\(path).address", expected: "an address like c0:11:22:33:44:55")
        }
        guard let addressType = AddressType(rawValue: description.addressType) else {
            throw .invalid(path: "\(path).addressType", expected: "public or random")
        }
        let pdus: [AdvertisingPDUType] = [.connectable, .nonConnectable, .scannable, .extended]
        guard let pdu = AdvertisingPDUType(name: description.pdu), pdus.contains(pdu) else {
            throw .invalid(path: "\(path).pdu", expected: pdus.map(\.name).joined(separator: ", "))
        }
        var distances: DistancePath?
        if let described = description.path { distances = try DistancePath(described, path: "\(path).path") }
        // A dongle accepts 255 bytes of an extended advert.
        let limit = pdu == .extended ? 255 : AdvertBuilder.legacyLimit
        return Advertiser(
            name: description.name, address: address, addressType: addressType,
            rotation: try ScenarioValue.duration(
                description.rotationSeconds, 1...86400, unitMicroseconds: 1_000_000, path: "\(path).rotationSeconds"),
            pdu: pdu,
            interval: .microseconds(
                Int64(try ScenarioValue.checked(description.intervalMs, 20...10240, path: "\(path).intervalMs") * 1000)),
            powerAt1mDBm: try ScenarioValue.checked(description.powerAt1mDBm, -100...20, path: "\(path).powerAt1mDBm"),
            distanceM: try ScenarioValue.checked(description.distanceM, 0.01...1000, path: "\(path).distanceM"),
            path: distances,
            data: try Scenario.AdvertElement.data(description.advert, limit: limit, path: "\(path).advert"),
            scanResponse: try Scenario.AdvertElement.data(
                description.scanResponse, limit: limit, path: "\(path).scanResponse"),
            random: random)
    }

    private func peripheral(
        _ description: Scenario.Peripheral, random: SplitMix64, path: String
    ) throws(ScenarioError) -> VirtualPeripheral {
        let advertiser = try advertiser(description.advertiser, random: random, path: "\(path).advertiser")
        guard advertiser.isConnectable else {
            throw .invalid(path: "\(path).advertiser.pdu", expected: "ADV_IND, which accepts connections")
        }
        let interval = try ScenarioValue.checked(
            description.connectionIntervalMs, 7.5...4000, path: "\(path).connectionIntervalMs")
        let traits = VirtualPeripheral.LinkTraits(
            largestMTU: try ScenarioValue.checked(description.largestMTU, 23...517, path: "\(path).largestMTU"),
            preferredInterval: .microseconds(Int64(interval * 1000)),
            connectLimit: try ScenarioValue.duration(
                description.connectLimitMs, 0...600_000, unitMicroseconds: 1000, path: "\(path).connectLimitMs"))
        let builtIn = description.behaviour.flatMap { behaviours[$0] == nil ? $0 : nil }
        guard description.cp28 == nil || builtIn == SimulatedCP28.name else {
            throw .invalid(path: "\(path).cp28", expected: "together with the behaviour \(SimulatedCP28.name)")
        }
        guard description.flockFinder == nil || builtIn == SimulatedFlockFinder.name else {
            throw .invalid(
                path: "\(path).flockFinder", expected: "together with the behaviour \(SimulatedFlockFinder.name)")
        }
        switch builtIn {
        case SimulatedCP28.name:
            return try cp28(description, advertiser: advertiser, traits: traits, path: path)
        case SimulatedFlockFinder.name:
            return try flockFinder(description, advertiser: advertiser, traits: traits, path: path)
        default: break
        }
        let server = try GATTServerDescription(description.services, path: "\(path).services")
        guard builtIn == SimulatedEcho.name else {
            return VirtualPeripheral(
                advertiser: advertiser, table: server.table, values: server.values, traits: traits,
                behaviour: try behaviour(description, scripts: server.scripts, path: path))
        }
        var table = server.table
        SimulatedEcho.addService(to: &table)
        return VirtualPeripheral(
            advertiser: advertiser, table: table, values: server.values, traits: traits, behaviour: SimulatedEcho())
    }

    private func cp28(
        _ description: Scenario.Peripheral, advertiser: Advertiser, traits: VirtualPeripheral.LinkTraits, path: String
    ) throws(ScenarioError) -> VirtualPeripheral {
        try checkOwn(description, SimulatedCP28.name, path: path)
        let options = try SimulatedCP28.Options(description.cp28 ?? Scenario.CP28(), path: "\(path).cp28")
        let behaviour = SimulatedCP28(options, interval: advertiser.interval)
        let peripheral = VirtualPeripheral(
            advertiser: advertiser, table: SimulatedCP28.table(options), traits: traits,
            behaviour: behaviour)
        behaviour.advertise(peripheral)
        return peripheral
    }

    private func flockFinder(
        _ description: Scenario.Peripheral, advertiser: Advertiser, traits: VirtualPeripheral.LinkTraits, path: String
    ) throws(ScenarioError) -> VirtualPeripheral {
        try checkOwn(description, SimulatedFlockFinder.name, path: path)
        let options = try SimulatedFlockFinder.Options(
            description.flockFinder ?? Scenario.FlockFinder(), path: "\(path).flockFinder")
        let behaviour = SimulatedFlockFinder(options)
        let peripheral = VirtualPeripheral(
            advertiser: advertiser, table: SimulatedFlockFinder.table(options), traits: traits, behaviour: behaviour)
        behaviour.advertise(peripheral)
        return peripheral
    }

    /// Refuses services and adverts beside a built-in behaviour, which has its own.
    private func checkOwn(
        _ description: Scenario.Peripheral, _ behaviour: String, path: String
    ) throws(ScenarioError) {
        let own: [(key: String, isEmpty: Bool)] = [
            ("services", description.services.isEmpty), ("advertiser.advert", description.advertiser.advert.isEmpty),
            ("advertiser.scanResponse", description.advertiser.scanResponse.isEmpty),
        ]
        for (key, isEmpty) in own where !isEmpty {
            throw .invalid(path: "\(path).\(key)", expected: "nothing: the behaviour \(behaviour) has its own")
        }
    }

    private func behaviour(
        _ description: Scenario.Peripheral, scripts: [BluetoothUUID: ScriptedBehaviour.CharacteristicScript],
        path: String
    ) throws(ScenarioError) -> any PeripheralBehaviour {
        let connectionLimit = try ScenarioValue.duration(
            description.disconnectsAfterSeconds, 0.001...86400, unitMicroseconds: 1_000_000,
            path: "\(path).disconnectsAfterSeconds")
        let departure = try ScenarioValue.duration(
            description.leavesAfterSeconds, 0.001...86400, unitMicroseconds: 1_000_000,
            path: "\(path).leavesAfterSeconds")
        guard let name = description.behaviour else {
            return ScriptedBehaviour(scripts: scripts, connectionLimit: connectionLimit, departure: departure)
        }
        guard let factory = behaviours[name] else {
            let known = Set(behaviours.keys).union(Self.builtIn).sorted().joined(separator: ", ")
            throw .invalid(path: "\(path).behaviour", expected: "one of \(known)")
        }
        return factory(description)
    }
}

/// Creates the behaviour of a peripheral from its description in a scenario.
package typealias BehaviourFactory = @Sendable (Scenario.Peripheral) -> any PeripheralBehaviour

extension Scenario {
    /// Checks everything except what depends on other files and on the known behaviours.
    func check() throws(ScenarioError) {
        var scenario = self
        for index in scenario.peripherals.indices {
            guard let name = scenario.peripherals[index].behaviour, !ScenarioBuilder.builtIn.contains(name) else {
                continue
            }
            scenario.peripherals[index].behaviour = nil
        }
        let builder = ScenarioBuilder(scenario: scenario, behaviours: [:])
        _ = try builder.signalModel()
        _ = try builder.advertisers()
        _ = try builder.peripherals()
        _ = try builder.networks()
        _ = try builder.replayOptions()
    }
}
