import Advertising
import FlockFinder
import Testing

struct ReportPairingTests {
    private let line = FlockFinderSighting(
        radio: .wifi, address: BluetoothAddress(7), text: "Flock-1", rssiDBm: -70, channel: 6)
    private var detection: FlockFinderSighting {
        var detection = FlockFinderSighting(radio: .wifi, text: "Flock-1", rssiDBm: -70, confidence: 90)
        detection.deviceType = "Camera"
        return detection
    }

    @Test("an SSID that matched waits for its line, and gets its address")
    func ssid() {
        var pairing = ReportPairing()
        let none = pairing.take(detection, isStream: false, at: .zero)
        #expect(none.isEmpty)
        let told = pairing.take(line, isStream: true, at: .milliseconds(10))
        #expect(told.count == 1 && told.first?.isRepeat == false)
        let report = told.first?.report
        #expect(report?.address == BluetoothAddress(7) && report?.channel == 6)
        #expect(report?.confidence == 90 && report?.deviceType == "Camera" && report?.method == "ssid")
    }

    @Test("a line that matched waits for its detection, which knows the type and how sure it is")
    func lineFirst() {
        var pairing = ReportPairing()
        let none = pairing.take(line, isStream: true, at: .zero)
        #expect(none.isEmpty)
        let told = pairing.take(detection, isStream: false, at: .milliseconds(10))
        #expect(told.map(\.isRepeat) == [false] && told.first?.report.address == BluetoothAddress(7))
        #expect(told.first?.report.deviceType == "Camera" && told.first?.report.confidence == 90)
        let nothing = pairing.finish()
        #expect(nothing.isEmpty)
    }

    @Test("a line that does not say whether it matched waits as well, and is no match where nothing follows")
    func unsaid() {
        var line = line
        (line.isMatch, line.mayMatch) = (false, true)
        var pairing = ReportPairing()
        let waits = pairing.take(line, isStream: true, at: .zero)
        let told = pairing.take(detection, isStream: false, at: .milliseconds(10))
        #expect(waits.isEmpty && told.map(\.isRepeat) == [false] && told.first?.report.isMatch == true)
        _ = pairing.take(line, isStream: true, at: .seconds(1))
        #expect(pairing.due(at: .seconds(3)).map(\.report.isMatch) == [false])
    }

    @Test("a line without a detection is told as it is, and one that matched nothing at once")
    func lineAlone() {
        var pairing = ReportPairing()
        _ = pairing.take(line, isStream: true, at: .zero)
        _ = pairing.take(line, isStream: true, at: .milliseconds(500))
        var other = line
        other.isMatch = false
        let told = pairing.take(other, isStream: true, at: .milliseconds(1001))
        #expect(told.map(\.report) == [line, other] && told.map(\.isRepeat) == [false, false])
        let late = pairing.due(at: .milliseconds(1501))
        #expect(late.map(\.report) == [line])
    }

    @Test("without a line it is told as it is after a second, or when nothing more comes")
    func alone() {
        var pairing = ReportPairing()
        _ = pairing.take(detection, isStream: false, at: .zero)
        let early = pairing.due(at: .seconds(1))
        let late = pairing.due(at: .milliseconds(1001))
        #expect(early.isEmpty && late.map(\.report) == [detection])
        _ = pairing.take(detection, isStream: false, at: .seconds(2))
        let last = pairing.finish()
        #expect(last.map(\.report) == [detection])
    }

    @Test("each sighting of an address is counted once, whichever way it is told first")
    func once() {
        var pairing = ReportPairing()
        let report = FlockFinderSighting(radio: .bluetooth, address: BluetoothAddress(1), confidence: 90)
        var repeats: [Bool] = []
        for time in [0, 100] {
            for isStream in [false, true] {
                repeats += pairing.take(report, isStream: isStream, at: .milliseconds(time)).map(\.isRepeat)
            }
        }
        #expect(repeats == [false, true, false, true])
    }

    @Test("a radio that is assumed is that of the line")
    func radio() {
        var pairing = ReportPairing()
        var report = FlockFinderSighting(radio: .bluetooth, address: BluetoothAddress(7), text: "x", confidence: 85)
        report.isRadioAssumed = true
        let none = pairing.take(report, isStream: false, at: .zero)
        let told = pairing.take(line, isStream: true, at: .zero)
        #expect(none.isEmpty && told.map(\.report.radio) == [.wifi])
    }

    @Test("what waits is bounded, and nothing of it is lost")
    func bounded() {
        var pairing = ReportPairing()
        var told = 0
        for number in 0..<1000 {
            var report = detection
            report.text = "Flock-\(number)"
            told += pairing.take(report, isStream: false, at: .zero).count
        }
        #expect(told == 1000 - ReportPairing.limit)
        #expect(pairing.finish().count == ReportPairing.limit)
    }
}
