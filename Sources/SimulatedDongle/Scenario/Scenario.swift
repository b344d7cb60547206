/// The devices and signals around a simulated dongle, as a JSON file describes them.
package struct Scenario: Codable, Sendable, Hashable {
    package var name: String
    /// Human-readable description of what the scenario shows.
    package var summary: String
    /// Seed for random numbers. The same seed gives the same adverts.
    package var seed: UInt64
    /// Path loss exponent, 1...6: 2 in free space, more indoors.
    package var pathLossExponent: Double
    /// Standard deviation of received power, 0...20 dB.
    package var noiseDB: Double
    /// Weakest signal that is heard, -100...-20 dBm; nil = everything is heard.
    package var sensitivityDBm: Double?
    /// Devices that only advertise.
    package var advertisers: [Advertiser]
    /// Devices that accept connections.
    package var peripherals: [Peripheral]
    /// Wi-Fi networks; nil = the dongle has no Wi-Fi receiver.
    package var networks: [Network]?
    /// Recording that is heard in addition to them.
    package var replay: Replay?

    package init(
        name: String, summary: String = "", seed: UInt64 = 1, pathLossExponent: Double = 2, noiseDB: Double = 3,
        sensitivityDBm: Double? = nil, advertisers: [Advertiser] = [], peripherals: [Peripheral] = [],
        networks: [Network]? = nil, replay: Replay? = nil
    ) {
        self.name = name
        self.summary = summary
        self.seed = seed
        self.pathLossExponent = pathLossExponent
        self.noiseDB = noiseDB
        self.sensitivityDBm = sensitivityDBm
        self.advertisers = advertisers
        self.peripherals = peripherals
        self.networks = networks
        self.replay = replay
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            name: try fields.decode(String.self, forKey: .name),
            summary: try fields.value(.summary, default: ""),
            seed: try fields.value(.seed, default: 1),
            pathLossExponent: try fields.value(.pathLossExponent, default: 2),
            noiseDB: try fields.value(.noiseDB, default: 3),
            sensitivityDBm: try fields.decodeIfPresent(Double.self, forKey: .sensitivityDBm),
            advertisers: try fields.value(.advertisers, default: []),
            peripherals: try fields.value(.peripherals, default: []),
            networks: try fields.decodeIfPresent([Network].self, forKey: .networks),
            replay: try fields.decodeIfPresent(Replay.self, forKey: .replay))
    }

    /// One advertising device.
    package struct Advertiser: Codable, Sendable, Hashable {
        package var name: String
        /// Address, such as `aa:bb:cc:dd:ee:ff`. With `rotationSeconds` it is only the seed for the
        /// addresses.
        package var address: String
        /// `public` or `random`.
        package var addressType: String
        /// Time for which a random address is kept; nil = forever.
        package var rotationSeconds: Double?
        /// `ADV_IND`, `ADV_NONCONN_IND`, `ADV_SCAN_IND` or `EXT_ADV`.
        package var pdu: String
        /// Advertising interval, 20...10240 ms.
        package var intervalMs: Double
        /// Received power at one metre, -100...20 dBm.
        package var powerAt1mDBm: Int8
        /// Distance from the dongle, 0.01...1000 m.
        package var distanceM: Double
        /// Its movement; nil = it stays at `distanceM`.
        package var path: Path?
        /// Data of the advert, at most 31 bytes, or 255 with `EXT_ADV`.
        package var advert: [AdvertElement]
        /// Data for an active scanner that asks for it.
        package var scanResponse: [AdvertElement]

        package init(
            name: String, address: String, addressType: String = "random", rotationSeconds: Double? = nil,
            pdu: String = "ADV_NONCONN_IND", intervalMs: Double = 100, powerAt1mDBm: Int8 = -59, distanceM: Double = 1,
            path: Path? = nil, advert: [AdvertElement] = [], scanResponse: [AdvertElement] = []
        ) {
            self.name = name
            self.address = address
            self.addressType = addressType
            self.rotationSeconds = rotationSeconds
            self.pdu = pdu
            self.intervalMs = intervalMs
            self.powerAt1mDBm = powerAt1mDBm
            self.distanceM = distanceM
            self.path = path
            self.advert = advert
            self.scanResponse = scanResponse
        }

        package init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: CodingKeys.self)
            self.init(
                name: try fields.decode(String.self, forKey: .name),
                address: try fields.decode(String.self, forKey: .address),
                addressType: try fields.value(.addressType, default: "random"),
                rotationSeconds: try fields.decodeIfPresent(Double.self, forKey: .rotationSeconds),
                pdu: try fields.value(.pdu, default: "ADV_NONCONN_IND"),
                intervalMs: try fields.value(.intervalMs, default: 100),
                powerAt1mDBm: try fields.value(.powerAt1mDBm, default: -59),
                distanceM: try fields.value(.distanceM, default: 1),
                path: try fields.decodeIfPresent(Path.self, forKey: .path),
                advert: try fields.value(.advert, default: []),
                scanResponse: try fields.value(.scanResponse, default: []))
        }
    }

    /// A recording to be replayed.
    package struct Replay: Codable, Sendable, Hashable {
        /// Path of the recording, relative to the working directory.
        package var recording: String
        /// Factor above 0, 1 = as recorded; nil = as fast as the dongle accepts the adverts.
        package var speed: Double?
        /// Whether the replay starts again at its end, forever.
        package var loops: Bool
        /// Whether adverts are dropped if the dongle has no room for them.
        package var drops: Bool

        package init(recording: String, speed: Double? = nil, loops: Bool = false, drops: Bool = false) {
            self.recording = recording
            self.speed = speed
            self.loops = loops
            self.drops = drops
        }

        package init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: CodingKeys.self)
            self.init(
                recording: try fields.decode(String.self, forKey: .recording),
                speed: try fields.decodeIfPresent(Double.self, forKey: .speed),
                loops: try fields.value(.loops, default: false),
                drops: try fields.value(.drops, default: false))
        }
    }
}

extension KeyedDecodingContainer {
    func value<Value: Decodable>(_ key: Key, default absent: Value) throws -> Value {
        try decodeIfPresent(Value.self, forKey: key) ?? absent
    }
}
