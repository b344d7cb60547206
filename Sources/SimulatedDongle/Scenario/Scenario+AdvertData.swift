import Advertising

extension Scenario.AdvertElement {
    /// Encodes an advert's data from its elements.
    ///
    /// - Parameters:
    ///   - limit: Largest size in bytes.
    ///   - path: Path of the elements in the scenario file, for errors.
    static func data(_ elements: [Self], limit: Int, path: String) throws(ScenarioError) -> [UInt8] {
        var data: [UInt8] = []
        for (index, element) in elements.enumerated() {
            data += try element.bytes(path: "\(path)[\(index)]")
        }
        guard data.count <= limit else {
            throw .invalid(path: path, expected: "at most \(limit) bytes, not \(data.count)")
        }
        return data
    }

    private func bytes(path: String) throws(ScenarioError) -> [UInt8] {
        switch self {
        case .flags(let value):
            return try structure(path) { (data) throws(AdvertBuilderError) in
                try data.append(flags: ADFlags(rawValue: value))
            }
        case .name(let name):
            return try structure(path) { (data) throws(AdvertBuilderError) in try data.append(name: name) }
        case .services(let texts):
            var uuids: [BluetoothUUID] = []
            for (index, text) in texts.enumerated() {
                uuids.append(try ScenarioValue.uuid(text, path: "\(path).services[\(index)]"))
            }
            return try structure(path) { [uuids] (data) throws(AdvertBuilderError) in
                try data.append(serviceUUIDs: uuids)
            }
        case .txPowerDBm(let value):
            return try structure(path) { (data) throws(AdvertBuilderError) in try data.append(txPowerDBm: value) }
        case .iBeacon(let beacon):
            guard let uuid = ProximityUUID(beacon.uuid) else {
                throw .invalid(path: "\(path).iBeacon.uuid", expected: "a UUID of 8-4-4-4-12 digits")
            }
            let identity = BeaconIdentity(uuid: uuid, major: beacon.major, minor: beacon.minor)
            let frame = Advertising.IBeacon(identity: identity, measuredPowerDBm: beacon.measuredPowerDBm)
            return try structure(path) { (data) throws(AdvertBuilderError) in try data.append(.iBeacon(frame)) }
        case .eddystoneURL(let frame):
            let encoded = Advertising.EddystoneURL(url: frame.url, powerAt0mDBm: frame.powerAt0mDBm)
            guard let encoded else {
                throw .invalid(path: "\(path).eddystoneURL.url", expected: "an http address that packs into 17 bytes")
            }
            return try structure(path) { (data) throws(AdvertBuilderError) in
                try data.append(serviceUUIDs: [encoded.serviceData.uuid])
                try data.append(.eddystoneURL(encoded))
            }
        case .manufacturer(let manufacturer):
            let bytes = try ScenarioValue.bytes(manufacturer.hex, path: "\(path).manufacturer.hex")
            return try structure(path) { (data) throws(AdvertBuilderError) in
                try data.append(ManufacturerData(companyID: manufacturer.company, bytes: bytes))
            }
        case .serviceData(let serviceData):
            let uuid = try ScenarioValue.uuid(serviceData.uuid, path: "\(path).serviceData.uuid")
            let bytes = try ScenarioValue.bytes(serviceData.hex, path: "\(path).serviceData.hex")
            return try structure(path) { (data) throws(AdvertBuilderError) in
                try data.append(Advertising.ServiceData(uuid: uuid, bytes: bytes))
            }
        case .hex(let digits):
            return try ScenarioValue.bytes(digits, path: "\(path).hex")
        }
    }

    private func structure(
        _ path: String, _ append: (inout AdvertBuilder) throws(AdvertBuilderError) -> Void
    ) throws(ScenarioError) -> [UInt8] {
        var builder = AdvertBuilder(limit: AdvertBuilder.extendedLimit)
        do throws(AdvertBuilderError) {
            try append(&builder)
        } catch {
            throw .invalid(path: path, expected: "at most 254 bytes")
        }
        return builder.data
    }
}
