extension Scenario {
    /// A device that accepts connections.
    package struct Peripheral: Codable, Sendable, Hashable {
        /// Its adverts while no central is connected.
        package var advertiser: Advertiser
        /// Name of its behaviour; nil = the scripts of its characteristics.
        package var behaviour: String?
        /// Options of the behaviour `cp28`.
        package var cp28: CP28?
        /// Options of the behaviour `flockfinder`.
        package var flockFinder: FlockFinder?
        /// The largest ATT MTU it accepts, 23...517.
        package var largestMTU: Int
        /// Connection interval if the central does not choose one, 7.5...4000 ms.
        package var connectionIntervalMs: Double
        /// The longest time to connect; nil = up to an advertising interval.
        package var connectLimitMs: Double?
        /// Time after which the peripheral ends a connection; nil = never.
        package var disconnectsAfterSeconds: Double?
        /// Time after the dongle's start at which it goes out of reach for good; nil = never.
        package var leavesAfterSeconds: Double?
        package var services: [Service]

        package init(
            advertiser: Advertiser, behaviour: String? = nil, largestMTU: Int = 23, connectionIntervalMs: Double = 30,
            connectLimitMs: Double? = nil, disconnectsAfterSeconds: Double? = nil, leavesAfterSeconds: Double? = nil,
            services: [Service] = [], cp28: CP28? = nil, flockFinder: FlockFinder? = nil
        ) {
            self.advertiser = advertiser
            self.behaviour = behaviour
            self.largestMTU = largestMTU
            self.connectionIntervalMs = connectionIntervalMs
            self.connectLimitMs = connectLimitMs
            self.disconnectsAfterSeconds = disconnectsAfterSeconds
            self.leavesAfterSeconds = leavesAfterSeconds
            self.services = services
            self.cp28 = cp28
            self.flockFinder = flockFinder
        }

        package init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: CodingKeys.self)
            let behaviour = try fields.decodeIfPresent(String.self, forKey: .behaviour)
            self.init(
                advertiser: try fields.decode(Advertiser.self, forKey: .advertiser),
                behaviour: behaviour,
                largestMTU: try fields.value(
                    .largestMTU, default: behaviour == SimulatedFlockFinder.name ? SimulatedFlockFinder.usualMTU : 23),
                connectionIntervalMs: try fields.value(.connectionIntervalMs, default: 30),
                connectLimitMs: try fields.decodeIfPresent(Double.self, forKey: .connectLimitMs),
                disconnectsAfterSeconds: try fields.decodeIfPresent(Double.self, forKey: .disconnectsAfterSeconds),
                leavesAfterSeconds: try fields.decodeIfPresent(Double.self, forKey: .leavesAfterSeconds),
                services: try fields.value(.services, default: []),
                cp28: try fields.decodeIfPresent(CP28.self, forKey: .cp28),
                flockFinder: try fields.decodeIfPresent(FlockFinder.self, forKey: .flockFinder))
        }
    }

    /// A primary service.
    package struct Service: Codable, Sendable, Hashable {
        /// UUID of four digits or in the long form.
        package var uuid: String
        package var characteristics: [Characteristic]

        package init(uuid: String, characteristics: [Characteristic]) {
            self.uuid = uuid
            self.characteristics = characteristics
        }
    }

    /// A characteristic with its script.
    package struct Characteristic: Codable, Sendable, Hashable {
        package var uuid: String
        /// Properties, out of `read`, `write`, `writeWithoutResponse`, `notify`, `indicate`.
        package var properties: [String]
        /// Initial value, at most 512 bytes; nil = empty.
        package var value: Bytes?
        /// Interval at which the value is notified to a subscriber.
        package var notifyEveryMs: Double?
        /// UUID of the characteristic that notifies the values written here.
        package var echoTo: String?
        /// ATT error that every read gets, 1...255.
        package var readError: UInt8?
        /// ATT error that every write gets, 1...255.
        package var writeError: UInt8?
        package var descriptors: [Descriptor]?

        package init(
            uuid: String, properties: [String], value: Bytes? = nil, notifyEveryMs: Double? = nil,
            echoTo: String? = nil, readError: UInt8? = nil, writeError: UInt8? = nil, descriptors: [Descriptor]? = nil
        ) {
            self.uuid = uuid
            self.properties = properties
            self.value = value
            self.notifyEveryMs = notifyEveryMs
            self.echoTo = echoTo
            self.readError = readError
            self.writeError = writeError
            self.descriptors = descriptors
        }
    }

    /// An additional descriptor. The one for subscriptions is added where needed.
    package struct Descriptor: Codable, Sendable, Hashable {
        package var uuid: String
        package var value: Bytes

        package init(uuid: String, value: Bytes) {
            self.uuid = uuid
            self.value = value
        }
    }

    /// Bytes, as text or as hexadecimal digits.
    package struct Bytes: Codable, Sendable, Hashable {
        package var text: String?
        package var hex: String?

        package init(text: String) {
            self.text = text
        }

        package init(hex: String) {
            self.hex = hex
        }
    }
}
