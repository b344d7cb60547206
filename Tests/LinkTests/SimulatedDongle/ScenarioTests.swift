import Foundation
import SimulatedDongle
import Testing

struct ScenarioTests {
    private func fault(_ json: String) -> ScenarioError? {
        #expect(throws: ScenarioError.self) { try Scenario(json: Data(json.utf8)) }
    }

    @Test("every built-in scenario can be read", arguments: Scenario.names)
    func builtIn(name: String) throws {
        #expect(try Scenario.named(name).name == name)
    }

    @Test("the restaurant has beacons new and provisioned, a FlockFinder, phones and noise")
    func restaurant() throws {
        let scenario = try Scenario.named("restaurant")
        let peripherals = scenario.peripherals.map(\.advertiser.name)
        #expect(peripherals == ["Factory CP28 1", "Factory CP28 2", "Factory CP28 3", "FlockFinder-S3"])
        #expect(scenario.advertisers.count { $0.name.hasPrefix("Table") } == 6)
        #expect(scenario.advertisers.count { $0.rotationSeconds != nil } == 3)
    }

    @Test("an unknown name says which are known")
    func unknownName() {
        #expect(throws: ScenarioError.unknownName("pub", known: Scenario.names)) {
            try Scenario.named("pub")
        }
    }

    @Test("a scenario written out is read back equal")
    func roundTrip() throws {
        let scenario = try Scenario.named("restaurant")
        #expect(try Scenario(json: JSONEncoder().encode(scenario)) == scenario)
    }

    @Test("a fault names its place and what belongs there")
    func faults() {
        let advertiser = #""name":"a","address":"c0:00:00:00:00:01""#
        #expect(fault("{}") == .missing(path: "", key: "name"))
        #expect(fault(#"{"name":7}"#) == .invalid(path: "name", expected: "a text"))
        #expect(fault(#"{"name":"x","sed":7}"#) == .unknownKey(path: "sed"))
        #expect(
            fault(#"{"name":"x","advertisers":[{\#(advertiser),"intervalMS":100}]}"#)
                == .unknownKey(path: "advertisers[0].intervalMS"))
        #expect(
            fault(#"{"name":"x","advertisers":[{\#(advertiser)},{"name":"b","address":"nowhere"}]}"#)
                == .invalid(path: "advertisers[1].address", expected: "an address like c0:11:22:33:44:55"))
        #expect(
            fault(#"{"name":"x","advertisers":[{\#(advertiser),"intervalMs":"fast"}]}"#)
                == .invalid(path: "advertisers[0].intervalMs", expected: "a number"))
        #expect(
            fault(#"{"name":"x","advertisers":[{\#(advertiser),"intervalMs":1}]}"#)
                == .invalid(path: "advertisers[0].intervalMs", expected: "a number from 20.0 to 10240.0"))
        #expect(
            fault(#"{"name":"x","advertisers":[{\#(advertiser),"advert":[{"hex":"0"}]}]}"#)
                == .invalid(path: "advertisers[0].advert[0].hex", expected: "an even number of hexadecimal digits"))
        #expect(
            fault(
                #"{"name":"x","advertisers":[{\#(advertiser),"advert":[{"name":"\#(String(repeating: "n", count: 30))"}]}]}"#
            )
                == .invalid(path: "advertisers[0].advert", expected: "at most 31 bytes, not 32"))
        #expect(
            fault(#"{"name":"x","replay":{"recording":"r","speed":0}}"#)
                == .invalid(path: "replay.speed", expected: "a number from 0.001 to 1000000.0"))
    }

    @Test("a fault in a path, or in what is heard, names its place and what belongs there")
    func pathFaults() {
        func path(_ path: String) -> ScenarioError? {
            fault(#"{"name":"x","advertisers":[{"name":"a","address":"c0:00:00:00:00:01","path":\#(path)}]}"#)
        }
        let place = "advertisers[0].path"
        let point = #"{"atSeconds":0,"distanceM":1}"#
        #expect(path("[]") == .invalid(path: place, expected: "an object"))
        #expect(path("{}") == .missing(path: place, key: "points"))
        let count = ScenarioError.invalid(path: "\(place).points", expected: "2 to 1000 points")
        #expect(path(#"{"points":[]}"#) == count)
        #expect(path(#"{"points":[\#(point)]}"#) == count)
        let points = (0...1000).map { #"{"atSeconds":\#($0),"distanceM":1}"# }
        #expect(path(#"{"points":[\#(points.joined(separator: ","))]}"#) == count)
        #expect(
            path(#"{"points":[\#(point),\#(point)]}"#)
                == .invalid(
                    path: "\(place).points[1].atSeconds", expected: "a later time than that of the previous point"))
        #expect(
            path(#"{"points":[{"atSeconds":-1,"distanceM":1},\#(point)]}"#)
                == .invalid(path: "\(place).points[0].atSeconds", expected: "a number from 0.0 to 86400.0"))
        #expect(
            path(#"{"points":[{"atSeconds":0,"distanceM":0},{"atSeconds":1,"distanceM":1}]}"#)
                == .invalid(path: "\(place).points[0].distanceM", expected: "a number from 0.01 to 1000.0"))
        #expect(
            path(#"{"points":[\#(point),{"atSeconds":1}]}"#)
                == .missing(path: "\(place).points[1]", key: "distanceM"))
        #expect(
            path(#"{"points":[\#(point),{"atSeconds":1,"distanceM":2,"speed":1}]}"#)
                == .unknownKey(path: "\(place).points[1].speed"))
        #expect(path(#"{"points":[],"loop":true}"#) == .unknownKey(path: "\(place).loop"))
        #expect(
            fault(#"{"name":"x","sensitivityDBm":-120}"#)
                == .invalid(path: "sensitivityDBm", expected: "a number from -100.0 to -20.0"))
    }

    @Test("a path of a thousand points is one")
    func longestPath() throws {
        let points = (0..<1000).map { Scenario.Path.Point(atSeconds: Double($0), distanceM: 1) }
        let scenario = Scenario(
            name: "x", sensitivityDBm: -90,
            advertisers: [.init(name: "a", address: "c0:00:00:00:00:01", path: .init(points: points, loops: true))])
        #expect(try Scenario(json: JSONEncoder().encode(scenario)) == scenario)
    }

    @Test("an element of an advert has exactly one kind")
    func elementKinds() {
        let json = #"{"name":"x","advertisers":[{"name":"a","address":"c0:00:00:00:00:01","advert":[{}]}]}"#
        let expected =
            "an object with one of the keys "
            + "flags, name, services, txPowerDBm, iBeacon, eddystoneURL, manufacturer, serviceData, hex"
        #expect(fault(json) == .invalid(path: "advertisers[0].advert[0]", expected: expected))
    }

    @Test("an echo needs a characteristic that notifies")
    func echo() {
        let json = """
            {"name":"x","peripherals":[{"advertiser":{"name":"a","address":"c0:00:00:00:00:01","pdu":"ADV_IND"},
            "services":[{"uuid":"ffe0","characteristics":[{"uuid":"ffe2","properties":["write"],"echoTo":"ffe1"}]}]}]}
            """
        #expect(
            fault(json)
                == .invalid(
                    path: "peripherals[0].services[0].characteristics[0].echoTo",
                    expected: "the UUID of a characteristic of this peripheral that notifies"))
    }

    @Test("text that is not JSON, and a file that is not there, are errors of their own")
    func unreadable() {
        guard case .notJSON = fault("{") else {
            Issue.record("not reported as no JSON")
            return
        }
        #expect(throws: ScenarioError.cannotRead(file: "/nowhere/scenario.json", code: ENOENT)) {
            try Scenario(file: "/nowhere/scenario.json")
        }
    }
}
