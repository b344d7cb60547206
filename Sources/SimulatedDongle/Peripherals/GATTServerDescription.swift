import Advertising

/// The GATT server of a scenario: its table, its values and the scripts of its characteristics.
struct GATTServerDescription {
    private(set) var table = GATTTable()
    private(set) var values: [UInt16: [UInt8]] = [:]
    private(set) var scripts: [BluetoothUUID: ScriptedBehaviour.CharacteristicScript] = [:]

    init(_ services: [Scenario.Service], path: String) throws(ScenarioError) {
        for (index, service) in services.enumerated() {
            let servicePath = "\(path)[\(index)]"
            table.addService(try ScenarioValue.uuid(service.uuid, path: "\(servicePath).uuid"))
            for (index, characteristic) in service.characteristics.enumerated() {
                try add(characteristic, path: "\(servicePath).characteristics[\(index)]")
            }
        }
        for (index, service) in services.enumerated() {
            for (inner, characteristic) in service.characteristics.enumerated() {
                try checkEcho(characteristic, path: "\(path)[\(index)].characteristics[\(inner)].echoTo")
            }
        }
    }

    private mutating func add(_ description: Scenario.Characteristic, path: String) throws(ScenarioError) {
        var properties: GATTProperties = []
        for (index, name) in description.properties.enumerated() {
            guard let property = GATTProperties.names[name] else {
                let known = GATTProperties.names.keys.sorted().joined(separator: ", ")
                throw .invalid(path: "\(path).properties[\(index)]", expected: "one of \(known)")
            }
            properties.insert(property)
        }
        let uuid = try ScenarioValue.uuid(description.uuid, path: "\(path).uuid")
        let characteristic = table.addCharacteristic(uuid, properties)
        if let value = description.value {
            values[characteristic.valueHandle] = try ScenarioValue.bytes(value, path: "\(path).value")
        }
        for (index, descriptor) in (description.descriptors ?? []).enumerated() {
            let descriptorPath = "\(path).descriptors[\(index)]"
            let handle = table.addDescriptor(
                try ScenarioValue.uuid(descriptor.uuid, path: "\(descriptorPath).uuid"))
            values[handle] = try ScenarioValue.bytes(descriptor.value, path: "\(descriptorPath).value")
        }
        scripts[uuid] = ScriptedBehaviour.CharacteristicScript(
            notifyInterval: try ScenarioValue.duration(
                description.notifyEveryMs, 1...3_600_000, unitMicroseconds: 1000, path: "\(path).notifyEveryMs"),
            echo: try description.echoTo.map { (text) throws(ScenarioError) in
                try ScenarioValue.uuid(text, path: "\(path).echoTo")
            },
            readError: description.readError.map(ATTError.init), writeError: description.writeError.map(ATTError.init))
    }

    private func checkEcho(_ description: Scenario.Characteristic, path: String) throws(ScenarioError) {
        guard let text = description.echoTo else { return }
        let target = table.characteristic(try ScenarioValue.uuid(text, path: path))
        guard let target, !target.properties.isDisjoint(with: [.notify, .indicate]) else {
            throw .invalid(path: path, expected: "the UUID of a characteristic of this peripheral that notifies")
        }
    }
}
