import Advertising
import Testing

@testable import Payfrit

@Suite struct DecodingTests {
    private func answer(_ json: String) throws(PayfritError) -> PayfritAnswer {
        try PayfritAnswer(body: Array(json.utf8), path: "/beacons/list.php", secrets: [])
    }

    private func error<Value>(_ body: () throws(PayfritError) -> Value) -> String? {
        do {
            _ = try body()
            return nil
        } catch {
            guard case .malformed(let what) = error else { return "not malformed: \(error)" }
            return what
        }
    }

    private func beaconError(_ members: String) -> String? {
        error { () throws(PayfritError) in try answer(#"{"OK":true,"Beacon":{\#(members)}}"#).one("Beacon", Beacon.init)
        }
    }

    @Test("keys in any case, numbers and truth values as texts, and keys that nobody knows are read")
    func tolerant() throws {
        let json = #"""
            {"success":1,"ok":"YES","BEACONS":[{"id":"31","uuid":"0102030405060708090a0b0c0d0e0f10","NAME":4,"businessid":"7.0",
            "isactive":"0","Major":" 12","minor":65535.0,"macaddress":"48872d110001","SERVICEPOINTID":0,"ServicePointName":"",
            "LastSeen":"","x":{"y":[null]}}]}
            """#
        let beacons = try answer("\u{FEFF} \n" + json).list("Beacons", Beacon.init)
        let expected = Beacon(
            id: 31, uuid: Sample.uuid, name: "4", business: 7, isActive: false, major: 12, minor: 65_535,
            address: Sample.address)
        var beacon = try #require(beacons.first)
        #expect(beacon.uuidText == "0102030405060708090a0b0c0d0e0f10")
        beacon.uuidText = Sample.uuidText
        #expect(beacon == expected)
        #expect(beacon.identity == Sample.identity)
    }

    @Test("a key of the very name goes before one in other capitals, and the last before the first")
    func repeated() throws {
        let business = try answer(#"{"OK":true,"B":{"ID":1,"Name":"a","ID":2,"id":3,"NAME":"c"}}"#).one(
            "B", Business.init)
        #expect(business == Business(id: 2, name: "a"))
    }

    @Test("what is missing and need not be there is nil, or what it mostly is")
    func missing() throws {
        let json = #"{"OK":true,"Beacon":{"ID":1,"UUID":"\#(Sample.uuidText)","BusinessID":2}}"#
        let beacon = try answer(json).one("Beacon", Beacon.init)
        #expect(beacon == Beacon(id: 1, uuid: Sample.uuid, business: 2, isActive: true))
        #expect(beacon.identity == nil)
        let point = try answer(#"{"OK":1,"P":{"ID":1,"BusinessID":2,"Name":""}}"#).one("P", ServicePoint.init)
        #expect(point == ServicePoint(id: 1, business: 2, name: ""))
        let config = try answer(
            #"{"OK":1,"C":{"UUID":"\#(Sample.uuidText)","Major":0,"Minor":"0","Name":"a","TxPower":null}}"#
        )
        .one("C", BeaconConfig.init)
        #expect(config == BeaconConfig(identity: BeaconIdentity(uuid: Sample.uuid, major: 0, minor: 0), name: "a"))
    }

    @Test("a UUID or MAC address that is none hides neither its row nor the others")
    func unreadable() throws {
        let json =
            #"{"OK":true,"Beacons":[{"ID":1,"UUID":"beacon-1","BusinessID":2,"MacAddress":"unknown"},\#(Sample.beaconJSON)]}"#
        let beacons = try answer(json).list("Beacons", Beacon.init)
        #expect(beacons.count == 2)
        #expect(beacons.first?.uuid == nil)
        #expect(beacons.first?.uuidText == "beacon-1")
        #expect(beacons.first?.address == nil)
        #expect(beacons.last == Sample.beacon)
    }

    @Test("what is not as it must be is told by endpoint and key")
    func malformed() {
        let place = "beacons/list.php: Beacon:"
        let uuid = #""UUID":"\#(Sample.uuidText)""#
        #expect(beaconError(#""UUID":"a","BusinessID":1"#) == "\(place) ID is missing")
        #expect(beaconError(#""ID":1,"UUID":5.5,"BusinessID":null"#) == "\(place) BusinessID is missing")
        #expect(
            beaconError(#""ID":0,\#(uuid),"BusinessID":1"#) == "\(place) ID is not a whole number from 1 to 2147483647")
        #expect(
            beaconError(#""ID":2147483648,\#(uuid),"BusinessID":1"#)
                == "\(place) ID is not a whole number from 1 to 2147483647")
        #expect(
            beaconError(#""ID":"one",\#(uuid),"BusinessID":1"#)
                == "\(place) ID is not a whole number from 1 to 2147483647"
        )
        #expect(
            beaconError(#""ID":1.5,\#(uuid),"BusinessID":1"#)
                == "\(place) ID is not a whole number from 1 to 2147483647")
        #expect(
            beaconError(#""ID":1e400,\#(uuid),"BusinessID":1"#)
                == "\(place) ID is not a whole number from 1 to 2147483647"
        )
        #expect(beaconError(#""ID":true,\#(uuid),"BusinessID":1"#) == "\(place) ID is not a number")
        func business(_ members: String) -> String? {
            error { () throws(PayfritError) in try answer(#"{"OK":true,"B":{\#(members)}}"#).one("B", Business.init) }
        }
        #expect(business(#""ID":1,"Name":[]"#) == "beacons/list.php: B: Name is not a text")
        let long = String(repeating: "a", count: 4_097)
        #expect(business(#""ID":1,"Name":"\#(long)""#) == "beacons/list.php: B: Name has more than 4096 bytes")
    }

    @Test(
        "a part of a beacon that cannot be read is as one that is missing",
        arguments: [
            #""Major":65536"#, #""Minor":-1"#, #""IsActive":"perhaps""#, #""IsActive":2"#, #""Name":[]"#,
            #""ServicePointID":"two""#, #""MacAddress":7.5"#, #""LastSeen":{}"#,
        ])
    func unreadablePart(_ part: String) throws {
        let json = #"{"OK":true,"Beacon":{"ID":1,"UUID":"\#(Sample.uuidText)","BusinessID":2,\#(part)}}"#
        let beacon = try answer(json).one("Beacon", Beacon.init)
        #expect(beacon == Beacon(id: 1, uuid: Sample.uuid, business: 2))
    }

    @Test("a beacon need not say its business where that is known, nor its UUID")
    func withoutBusiness() throws {
        let beacon = try answer(#"{"OK":true,"Beacon":{"ID":1}}"#).one("Beacon") { fields throws(PayfritError) in
            try Beacon(fields, of: 7)
        }
        #expect(beacon.business == 7 && beacon.uuid == nil && beacon.uuidText == "")
    }

    @Test("a row that cannot be read is counted and hides none of the others; none that can be read is no empty list")
    func badRows() throws {
        let types = try answer(#"{"OK":true,"Types":[{"Name":"b"},{"ID":1,"Name":"a"},{"ID":2}]}"#)
            .list("Types", ServicePointType.init)
        let reason = PayfritError.malformed("beacons/list.php: Types[0]: ID is missing")
        #expect(types == Rows([ServicePointType(id: 1, name: "a")], leftOut: 2, reason: reason))
    }

    @Test("a list is one of at most 10,000 objects; null is an empty one, and a missing one is none")
    func lists() throws {
        func read(_ json: String) -> String? {
            error { () throws(PayfritError) in try answer(json).list("Types", ServicePointType.init) }
        }
        #expect(read(#"{"OK":true,"Types":null}"#) == nil)
        #expect(read(#"{"OK":true}"#) == "beacons/list.php: Types is missing")
        #expect(read(#"{"OK":true,"Types":{}}"#) == "beacons/list.php: Types is not a list")
        #expect(read(#"{"OK":true,"Types":""}"#) == "beacons/list.php: Types is not a list")
        #expect(read(#"{"OK":true,"Types":[1]}"#) == "beacons/list.php: Types[0] is not an object")
        #expect(
            read(#"{"OK":true,"Types":[{"ID":1},{"Name":"a"}]}"#)
                == "beacons/list.php: Types[0]: Name is missing")
        func types(_ count: Int) -> String {
            #"{"OK":true,"Types":["# + [String](repeating: #"{"ID":1,"Name":"a"}"#, count: count).joined(separator: ",")
                + "]}"
        }
        let most = try answer(types(10_000)).list("Types", ServicePointType.init)
        #expect(most.count == 10_000)
        #expect(read(types(10_001)) == "beacons/list.php: Types has more than 10000 entries")
    }

    @Test("an object that may be missing is so only where the answer says that all is well")
    func found() throws {
        let none = try answer(#"{"OK":true}"#).found("Beacon", Beacon.init)
        #expect(none == nil)
        #expect(
            error { () throws(PayfritError) in try answer("{}").found("Beacon", Beacon.init) }
                == "beacons/list.php: OK is missing")
        #expect(
            error { () throws(PayfritError) in try answer(#"{"OK":true}"#).one("Beacon", Beacon.init) }
                == "beacons/list.php: Beacon is missing")
        #expect(
            error { () throws(PayfritError) in try answer(#"{"OK":true,"Beacon":[]}"#).one("Beacon", Beacon.init) }
                == "beacons/list.php: Beacon is not an object")
        let unsaid = try answer(#"{"Beacon":\#(Sample.beaconJSON)}"#).one("Beacon", Beacon.init)
        #expect(unsaid == Sample.beacon)
    }

    @Test("a token that no header can have is none")
    func token() throws {
        func login(_ token: String) -> String? {
            error { () throws(PayfritError) in try answer(#"{"OK":true,"Token":\#(token)}"#).login() }
        }
        #expect(login(#""a.B-9_/+=""#) == nil)
        #expect(login("4711") == nil)
        #expect(login(#""""#) == "beacons/list.php: Token has characters that a header cannot have")
        #expect(login(#""a\r\nb""#) == "beacons/list.php: Token has characters that a header cannot have")
        #expect(login("null") == "beacons/list.php: Token is missing")
    }

    @Test("a namespace, a minor and a configuration have to be whole")
    func identities() {
        func namespace(_ members: String) -> String? {
            error { () throws(PayfritError) in try answer("{\(members)}").whole(BeaconNamespace.init) }
        }
        #expect(namespace(#""UUID":"x","Major":1"#) == "beacons/list.php: UUID is not a UUID")
        #expect(namespace(#""UUID":"\#(Sample.uuidText)""#) == "beacons/list.php: Major is missing")
        func config(_ members: String) -> String? {
            error { () throws(PayfritError) in
                try answer(#"{"Config":{"UUID":"\#(Sample.uuidText)","Major":1,"Minor":1,"Name":"a",\#(members)}}"#)
                    .one("Config", BeaconConfig.init)
            }
        }
        let place = "beacons/list.php: Config:"
        #expect(config(#""TxPower":8"#) == "\(place) TxPower is not a whole number from 0 to 7")
        #expect(config(#""AdvInterval":0"#) == "\(place) AdvInterval is not a whole number from 1 to 255")
        #expect(config(#""MeasuredPower":21"#) == "\(place) MeasuredPower is not a whole number from -127 to 20")
        #expect(config(#""MeasuredPower":"-127""#) == nil)
    }

    @Test(
        "a MAC address has twelve digits, with or without what parts them",
        arguments: [
            ("48:87:2D:11:00:01", true), ("48872d110001", true), ("48-87-2d-11-00-01", true), ("48:87:2D:11:00", false),
            ("48:87:2D:11:00:0g", false), ("+8872d110001", false), ("4887:2d11:0001", false), ("", false),
            ("４８872d110001", false), ("48 87 2d 11 00 01", false),
        ])
    func address(text: String, isOne: Bool) {
        #expect(BluetoothAddress(mac: text) == (isOne ? Sample.address : nil))
    }
}
