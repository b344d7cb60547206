import Advertising
import Foundation

/// Reads notifications tolerantly: unknown keys, values of another type, and text that is not valid
/// UTF-8 are accepted.
extension FlockFinderNotification {
    /// - Throws: ``NotificationFault``.
    package static func read(_ bytes: [UInt8]) throws(NotificationFault) -> FlockFinderNotification {
        guard bytes.count <= lengthLimit else { throw .tooLong(bytes: bytes.count) }
        let text = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
            .trimmingCharacters(in: CharacterSet(charactersIn: "\0"))
        guard text.hasPrefix("{") else { throw .notAnObject }
        guard let object = try? JSONDecoder().decode(LooseObject.self, from: escapingControls(text)) else {
            throw text.hasSuffix("}") ? .notAnObject : .cutOff(bytes: bytes.count)
        }
        guard let notification = FlockFinderNotification(object) else { throw .unknown }
        return notification
    }

    /// Escapes control characters: the firmware writes those of a name as they are, which JSON does
    /// not allow in a text.
    private static func escapingControls(_ text: String) -> Data {
        let hex = Array("0123456789abcdef".utf8)
        var (isInText, isEscaped) = (false, false)
        var data = Data()
        for byte in text.utf8 {
            if isInText, byte < 0x20 {
                data.append(contentsOf: Array(#"\u00"#.utf8) + [hex[Int(byte >> 4)], hex[Int(byte & 15)]])
                isEscaped = false
                continue
            }
            data.append(byte)
            if byte == UInt8(ascii: "\""), !isEscaped { isInText.toggle() }
            isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        }
        return data
    }

    private init?(_ object: LooseObject) {
        switch object.text("evt") {
        case "wifi_scan": self = .sighting(FlockFinderSighting(streamed: object, .wifi, text: "ssid"))
        case "ble_scan": self = .sighting(FlockFinderSighting(streamed: object, .bluetooth, text: "name"))
        case "status": self = .status(object.text("msg") ?? "")
        case "channel":
            guard let channel = object.channel("ch") else { return nil }
            self = .channel(channel)
        case nil: self.init(detection: object)
        default: return nil
        }
    }

    private init?(detection object: LooseObject) {
        if object["detection_method"] != nil || object.text("event") == "detection" {
            // Format of the classic firmware.
            let radio = DetectionRadio(word: object.text("protocol") ?? object.text("detection_method"))
            guard let radio else { return nil }
            let name = radio == .wifi ? "ssid" : "device_name"
            self = .detection(FlockFinderSighting(object, radio, text: name, isMatch: true))
        } else {
            guard let type = object.text("type"), object["mac"] != nil || object["ssid"] != nil else { return nil }
            // The name of a Bluetooth device also stands under `ssid`.
            var sighting = FlockFinderSighting(object, .wifi, text: "ssid", isMatch: true)
            sighting.assumeRadio(saysUnknown: object.text("ssid") == "unknown")
            // The type is free text, though it may begin like the name of a radio: "Beacon camera".
            if (1...Pattern.deviceTypeLimit).contains(type.utf8.count), Pattern.isPlain(type) {
                sighting.deviceType = type
            }
            self = .detection(sighting)
        }
    }
}

extension FlockFinderSighting {
    fileprivate init(_ object: LooseObject, _ radio: DetectionRadio, text: String, isMatch: Bool) {
        let heard = object.text(text) ?? ""
        let isHidden = heard.isEmpty || (radio == .wifi && ["unknown", "(hidden)"].contains(heard))
        let gps = object.object("gps") ?? object
        self.init(
            radio: radio, address: (object.text("mac") ?? object.text("mac_address")).flatMap { BluetoothAddress($0) },
            text: isHidden ? nil : heard, services: object.texts("svc").compactMap { BluetoothUUID(loose: $0) },
            rssiDBm: object.number("rssi").flatMap { (-127...20).contains($0) ? Int($0) : nil },
            channel: object.channel("ch") ?? object.channel("channel"),
            confidence: object.number("confidence").flatMap(Self.percent),
            method: object.text("detection_method").map { String($0.prefix(64)) }, isMatch: isMatch,
            position: gps.position)
    }

    fileprivate init(streamed object: LooseObject, _ radio: DetectionRadio, text: String) {
        let says = object.flag("match")
        self.init(object, radio, text: text, isMatch: says ?? false)
        mayMatch = says == nil
    }

    /// Guesses the radio from the confidence: the firmware has a known value for each method. 85 is
    /// ambiguous, being that of an address over Wi-Fi and that of a name over Bluetooth.
    fileprivate mutating func assumeRadio(saysUnknown: Bool) {
        guard address != nil, !saysUnknown else { return }
        radio = .bluetooth
        isRadioAssumed = confidence.map { $0 == DetectionMethod.wifiMAC.confidence } ?? true
    }

    /// Converts a confidence to percent. Devices state it as a fraction of 1; a number above 1 is
    /// taken as percent.
    private static func percent(_ number: Double) -> Int? {
        guard number >= 0, number <= 100 else { return nil }
        return Int((number <= 1 ? number * 100 : number).rounded())
    }
}

extension DetectionRadio {
    fileprivate init?(word: String?) {
        guard let word = word?.lowercased() else { return nil }
        if word.hasPrefix("wifi") || word.hasPrefix("probe") || word.hasPrefix("beacon") || word.hasPrefix("ssid") {
            self = .wifi
        } else if word.hasPrefix("ble") || word.hasPrefix("bluetooth") || word.hasPrefix("raven") {
            self = .bluetooth
        } else {
            return nil
        }
    }
}

extension BluetoothUUID {
    /// Reads a UUID, also in the form `0x180a`, in which firmware prints short ones.
    fileprivate init?(loose text: String) { self.init(text.hasPrefix("0x") ? String(text.dropFirst(2)) : text) }
}

/// A JSON object whose values may be of any type.
private struct LooseObject: Decodable {
    enum Value: Decodable {
        case text(String)
        case number(Double)
        case flag(Bool)
        case texts([String])
        case object(LooseObject)
        case other

        init(from decoder: any Decoder) throws {
            // Limits the depth, so that nested input cannot exhaust the stack; known notifications
            // are not nested deeper.
            guard decoder.codingPath.count <= 2 else {
                self = .other
                return
            }
            let container = try decoder.singleValueContainer()
            if let flag = try? container.decode(Bool.self) {
                self = .flag(flag)
            } else if let number = try? container.decode(Double.self) {
                self = .number(number)
            } else if let text = try? container.decode(String.self) {
                self = .text(text)
            } else if let texts = try? container.decode([String].self) {
                self = .texts(texts)
            } else if let object = try? container.decode(LooseObject.self) {
                self = .object(object)
            } else {
                self = .other
            }
        }
    }

    private let values: [String: Value]

    init(from decoder: any Decoder) throws {
        values = try decoder.singleValueContainer().decode([String: Value].self)
    }

    subscript(key: String) -> Value? { values[key] }

    func text(_ key: String) -> String? { if case .text(let text) = values[key] { text } else { nil } }

    /// Reads a list of texts, or one text that is separated by commas.
    func texts(_ key: String) -> [String] {
        switch values[key] {
        case .texts(let texts): texts
        case .text(let text): text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        default: []
        }
    }

    func number(_ key: String) -> Double? {
        switch values[key] {
        case .number(let number): number
        case .text(let text): Double(text)
        default: nil
        }
    }

    func flag(_ key: String) -> Bool? {
        switch values[key] {
        case .flag(let flag): flag
        case .number(let number): number != 0
        default: nil
        }
    }

    func object(_ key: String) -> LooseObject? { if case .object(let object) = values[key] { object } else { nil } }

    func channel(_ key: String) -> Int? { number(key).flatMap { (1...200).contains($0) ? Int($0) : nil } }

    var position: DetectionPosition? {
        guard let latitude = number("latitude") ?? number("lat"), let longitude = number("longitude") ?? number("lon")
        else { return nil }
        return DetectionPosition(latitude: latitude, longitude: longitude, accuracyM: number("accuracy"))
    }
}
