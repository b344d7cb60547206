import Foundation
import SerialPort
import TestSupport
import Testing

@Suite struct RadioNameTests {
    /// Examples that the bridge's own tests read too.
    private struct Example: Decodable {
        let name: String
        let ok: Bool
        let escaped: String?
    }

    private static func examples() throws -> [Example] {
        let file = try Data(contentsOf: Checkout.file("tools/hci-dongle/radio-names.json"))
        return try JSONDecoder().decode([Example].self, from: file)
    }

    @Test("the names that the bridge takes are taken, and written as an instance as systemd does; no others are")
    func examples() throws {
        let examples = try Self.examples()
        #expect(examples.count { $0.ok } > 10 && examples.count { !$0.ok } > 10)
        for example in examples {
            let name = try? RadioName(example.name)
            #expect((name != nil) == example.ok, "\(example.name)")
            #expect(name?.text == (example.ok ? example.name : nil))
            #expect(name?.escaped == example.escaped, "\(example.name)")
        }
    }

    @Test(
        "what is wrong with a name is told by what it should look like",
        arguments: [
            ("usb:x", "usb:N"), ("serial:/dev/ttyACM0", "serial:PATH"), ("tcp:host", "tcp:HOST:PORT"), ("hcix", "hciN"),
            ("pigeon", "usb:N, usb:VENDOR"), ("usb:0 ", "printable ASCII"), (String(repeating: "x", count: 201), "200"),
        ])
    func faults(text: String, expected: String) {
        do throws(RadioName.Fault) {
            _ = try RadioName(text)
            Issue.record("taken: \(text)")
        } catch {
            #expect(error.text == text && error.expected.contains(expected), "\(error)")
        }
    }

    @Test("paths and other texts are not meant as radios")
    func paths() {
        for text in ["usb:", "usb:x", "tcp:", "serial:x", "hci0"] { #expect(RadioName.isMeant(by: text)) }
        for text in ["", "auto", "/dev/usb:0", "./usb:0", "hcidump", "hci", "id:usb:0"] {
            #expect(!RadioName.isMeant(by: text))
        }
    }
}
