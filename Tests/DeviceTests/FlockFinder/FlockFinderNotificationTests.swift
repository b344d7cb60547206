import Advertising
import FlockFinder
import Testing

struct FlockFinderNotificationTests {
    private func detection(_ text: String) throws -> FlockFinderSighting {
        guard case .detection(let found) = try read(text) else { throw NotificationFault.unknown }
        return found
    }

    @Test("an SSID that matched has no address")
    func ssidHit() throws {
        let found = try detection(
            #"{"type":"Flock Safety","mac":"","ssid":"Flock-3A21F0","rssi":-71,"confidence":0.9,"ts":12000}"#)
        var expected = FlockFinderSighting(radio: .wifi, text: "Flock-3A21F0", rssiDBm: -71, confidence: 90)
        expected.deviceType = "Flock Safety"
        #expect(found == expected)
    }

    @Test("the SSID unknown is a hidden one, and so is (hidden)")
    func hidden() throws {
        let found = try detection(
            #"{"type":"Flock Safety","mac":"B4:1E:52:01:02:03","ssid":"unknown","rssi":-60,"confidence":0.85,"ts":1}"#)
        #expect(found.radio == .wifi && found.address == BluetoothAddress(0xB41E_5201_0203) && found.text == nil)
        let line = try read(
            #"{"evt":"wifi_scan","ssid":"(hidden)","mac":"b4:1e:52:01:02:03","rssi":-40,"ch":6,"type":"probe","ts":1,"match":true}"#
        )
        guard case .sighting(let sighting) = line else { throw NotificationFault.unknown }
        #expect(sighting.text == nil && sighting.isMatch)
    }

    @Test("a Bluetooth device's name stands under ssid")
    func bluetoothHit() throws {
        let found = try detection(
            #"{"type":"Battery","mac":"58:8e:81:01:02:03","ssid":"FS Ext Battery","rssi":-60,"confidence":1.0,"ts":1}"#)
        #expect(found.radio == .bluetooth && !found.isRadioAssumed && found.text == "FS Ext Battery")
    }

    @Test(
        "a type is never taken for a radio",
        arguments: [
            "Raven", "Raven (Gunshot Detector)", "Bleeper", "Beacon camera", "wifi", "BLE", "Probe", "SSID thing",
        ])
    func radioLikeType(_ type: String) throws {
        for (rest, radio) in [
            (#""mac":"","ssid":"x""#, DetectionRadio.wifi), (#""mac":"58:8e:81:01:02:03","ssid":"x""#, .bluetooth),
        ] {
            let found = try detection(#"{"type":"\#(type)",\#(rest),"rssi":-60,"confidence":1.0,"ts":1}"#)
            #expect(found.deviceType == type && found.radio == radio)
        }
    }

    @Test(
        "the radio is what the rest tells",
        arguments: [
            (#""mac":"","ssid":"Flock-1","confidence":0.9"#, DetectionRadio.wifi, false),
            (#""mac":"b4:1e:52:00:00:02","ssid":"unknown","confidence":0.85"#, .wifi, false),
            (#""mac":"b4:1e:52:00:00:02","ssid":"x","confidence":0.85"#, .bluetooth, true),
            (#""mac":"b4:1e:52:00:00:02","ssid":"x","confidence":1.0"#, .bluetooth, false),
            (#""mac":"b4:1e:52:00:00:02","ssid":"","confidence":0.9"#, .bluetooth, false),
        ])
    func deviceType(_ rest: String, _ radio: DetectionRadio, _ isAssumed: Bool) throws {
        guard case .detection(let found) = try read(#"{"type":"Flock Safety",\#(rest),"rssi":-70,"ts":1}"#) else {
            throw NotificationFault.unknown
        }
        #expect(found.deviceType == "Flock Safety" && found.radio == radio && found.isRadioAssumed == isAssumed)
    }

    @Test(
        "a type with control characters, none at all or more than 64 bytes is none",
        arguments: [#"a\nb"#, #"a\u0000"#, "", String(repeating: "x", count: 65)])
    func badDeviceType(_ type: String) throws {
        let text = #"{"type":"\#(type)","mac":"b4:1e:52:00:00:02","ssid":"x","confidence":1.0,"rssi":-70,"ts":1}"#
        guard case .detection(let found) = try read(text) else { throw NotificationFault.unknown }
        #expect(found.deviceType == nil && found.rssiDBm == -70)
    }

    @Test("the stream tells of devices that match and of others")
    func stream() throws {
        let wifi = try read(
            #"{"evt":"wifi_scan","ssid":"home","mac":"00:11:22:33:44:55","rssi":-40,"ch":6,"type":"beacon","ts":1,"match":false}"#
        )
        #expect(
            wifi
                == .sighting(
                    FlockFinderSighting(
                        radio: .wifi, address: BluetoothAddress(0x0011_2233_4455), text: "home", rssiDBm: -40,
                        channel: 6, isMatch: false)))
        let bluetooth = try read(
            #"{"evt":"ble_scan","name":"","mac":"00:11:22:33:44:55","rssi":-40,"svc":"0x180a","ts":1,"match":true}"#)
        #expect(
            bluetooth
                == .sighting(
                    FlockFinderSighting(
                        radio: .bluetooth, address: BluetoothAddress(0x0011_2233_4455),
                        services: [BluetoothUUID(short: 0x180A)], rssiDBm: -40, isMatch: true)))
        let status = try read(#"{"evt":"status","msg":"ready","ts":5}"#)
        #expect(status == .status("ready"))
        let channel = try read(#"{"evt":"channel","ch":11,"ts":5}"#)
        #expect(channel == .channel(11))
    }

    @Test("a line of the classic firmware has its method and its place")
    func classic() throws {
        let line = try read(
            #"{"event":"detection","detection_method":"mac_prefix","protocol":"bluetooth_le","mac_address":"58:8e:81:01:02:03","device_name":"x","rssi":-50,"gps":{"latitude":52.5,"longitude":13.25,"accuracy":4}}"#
        )
        #expect(
            line
                == .detection(
                    FlockFinderSighting(
                        radio: .bluetooth, address: BluetoothAddress(0x588E_8101_0203), text: "x", rssiDBm: -50,
                        method: "mac_prefix",
                        position: DetectionPosition(latitude: 52.5, longitude: 13.25, accuracyM: 4))))
        let older = try read(
            #"{"timestamp":1,"protocol":"wifi","detection_method":"probe_request","rssi":-60,"mac_address":"b4:1e:52:01:02:03","ssid":"Flock","channel":3,"threat_score":95}"#
        )
        #expect(
            older
                == .detection(
                    FlockFinderSighting(
                        radio: .wifi, address: BluetoothAddress(0xB41E_5201_0203), text: "Flock", rssiDBm: -60,
                        channel: 3, method: "probe_request")))
    }

    @Test("a place that is none on Earth is no place", arguments: ["91,0", "0,181", "-90.5,0"])
    func noPlace(_ text: String) throws {
        let parts = text.split(separator: ",")
        let line = try read(
            #"{"event":"detection","protocol":"wifi","ssid":"x","gps":{"latitude":\#(parts[0]),"longitude":\#(parts[1])}}"#
        )
        guard case .detection(let sighting) = line else { throw NotificationFault.unknown }
        #expect(sighting.position == nil)
    }

    @Test("values out of range and of another type are as if they were not there")
    func tolerance() throws {
        let line = try read(
            #"{"type":"","mac":7,"ssid":"x","rssi":-900,"confidence":"high","ts":null,"more":{"a":[1]}}"#)
        #expect(line == .detection(FlockFinderSighting(radio: .wifi, text: "x")))
    }

    @Test("a confidence is a part of 1, or percent", arguments: [("0.9", 90), ("1", 100), ("95", 95), ("0", 0)])
    func confidences(_ text: String, _ percent: Int) throws {
        let line = try read("{\"type\":\"\",\"mac\":\"\",\"ssid\":\"x\",\"confidence\":\(text)}")
        #expect(line == .detection(FlockFinderSighting(radio: .wifi, text: "x", confidence: percent)))
    }

    @Test("a text that is not valid UTF-8 is read, and a NUL or a line's end behind it is dropped")
    func brokenText() throws {
        let bytes = Array(#"{"type":"","mac":"","ssid":""#.utf8) + [0xFF, 0x41] + Array("\"}\r\n\0".utf8)
        let notification = try FlockFinderNotification.read(bytes)
        #expect(notification == .detection(FlockFinderSighting(radio: .wifi, text: "\u{FFFD}A")))
    }

    @Test("a name with control characters, which the firmware sends as they are, is read")
    func controls() throws {
        let bytes =
            Array(#"{"type":"Battery","mac":"58:8e:81:00:00:01","ssid":"a"#.utf8) + [0x01, 0x1B]
            + Array(#"b","rssi":-60}"#.utf8)
        guard case .detection(let found) = try FlockFinderNotification.read(bytes) else { return #expect(Bool(false)) }
        #expect(found.text == "a\u{1}\u{1B}b")
    }

    @Test("what was cut off is told from what is no object and from what is unknown")
    func faults() {
        #expect(throws: NotificationFault.cutOff(bytes: 21)) { try read(#"{"type":"wifi","mac":"#) }
        #expect(throws: NotificationFault.notAnObject) { try read("[+] Flock-You started") }
        #expect(throws: NotificationFault.notAnObject) { try read("") }
        #expect(throws: NotificationFault.notAnObject) { try read("{\"a\" 1}") }
        #expect(throws: NotificationFault.unknown) { try read("{}") }
        #expect(throws: NotificationFault.unknown) { try read(#"{"evt":"else"}"#) }
        #expect(throws: NotificationFault.unknown) { try read(#"{"evt":"CONFIG_SAVED","success":true}"#) }
        #expect(throws: NotificationFault.unknown) { try read(#"{"evt":"channel","ch":1e300}"#) }
        let long = "{" + String(repeating: " ", count: FlockFinderNotification.lengthLimit) + "}"
        #expect(throws: NotificationFault.tooLong(bytes: long.utf8.count)) { try read(long) }
    }

    @Test("objects in objects in objects end in no stack overflow")
    func deep() {
        let half = FlockFinderNotification.lengthLimit / 6
        let text = String(repeating: #"{"a":"#, count: half) + "1" + String(repeating: "}", count: half)
        #expect(throws: NotificationFault.self) { try read(text) }
        let lists = #"{"type":"# + String(repeating: "[", count: 900) + String(repeating: "]", count: 900) + "}"
        #expect(throws: NotificationFault.self) { try read(lists) }
    }

    @Test("whatever byte of a notification is changed or cut off, it is read or refused")
    func anyByte() {
        let bytes = Array(
            #"{"event":"detection","protocol":"wifi","mac_address":"b4:1e:52:01:02:03","rssi":-5e1,"gps":{"latitude":5}}"#
                .utf8)
        for place in bytes.indices {
            for value in [0, 0x22, 0x2D, 0x5C, 0x65, 0x7B, 0x80, 0xFF] as [UInt8] {
                var changed = bytes
                changed[place] = value
                _ = try? FlockFinderNotification.read(changed)
                _ = try? FlockFinderNotification.read(Array(changed.prefix(place)))
            }
        }
    }
}

private func read(_ text: String) throws(NotificationFault) -> FlockFinderNotification {
    try FlockFinderNotification.read(Array(text.utf8))
}
