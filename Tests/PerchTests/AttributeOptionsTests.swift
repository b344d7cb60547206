import Advertising
import Failures
import GatewayModel
import TestSupport
import Testing

@testable import Perch

@Suite struct AttributeOptionsTests {
    private static let beacon = ServiceDescription(
        uuid: "ffe0", firstHandle: 4, lastHandle: 11,
        characteristics: [
            characteristic(5, 6, ["notify"], "ffe1", [DescriptorDescription(uuid: "2902", handle: 7)]),
            characteristic(8, 9, ["write-without-response", "write"], "ffe2"),
            characteristic(10, 11, ["write"], "ffe2"),
        ])

    private static func characteristic(
        _ declaration: UInt16, _ handle: UInt16, _ properties: [String], _ uuid: BluetoothUUID,
        _ descriptors: [DescriptorDescription] = []
    ) -> CharacteristicDescription {
        CharacteristicDescription(
            uuid: uuid, declaration: declaration, handle: handle, properties: properties, descriptors: descriptors)
    }

    private func choose(_ arguments: String...) throws -> UInt16 {
        try AttributeOptions.parse(arguments).choose(among: Self.beacon.characteristics).handle
    }

    @Test("a characteristic is found by UUID or handle")
    func found() throws {
        #expect(try choose("--char", "ffe1") == 6)
        #expect(try choose("--handle", "9") == 9)
        #expect(try choose("--handle", "0x000b") == 11)
    }

    @Test("none and several are told apart")
    func notFound() {
        #expect(throws: GATTTarget.Failure.ambiguous("ffe2", handles: [9, 11])) {
            try choose("--char", "ffe2")
        }
        #expect(throws: GATTTarget.Failure.noSuchHandle(7)) { try choose("--handle", "7") }
        #expect(throws: GATTTarget.Failure.self) { try choose("--char", "ffe9") }
    }

    @Test(
        "one of both must be given, and make sense",
        arguments: [
            [], ["--char", "ffe1", "--handle", "9"], ["--handle", "0"], ["--handle", "65536"], ["--char", "x"],
        ])
    func refused(_ arguments: [String]) {
        #expect(throws: (any Error).self) { try AttributeOptions.parse(arguments) }
    }

    @Test("the tree names what is well known and draws its branches")
    func tree() {
        #expect(
            GATTTree.lines([Self.beacon]) == [
                "ffe0 Beacon configuration  [4...11]",
                "├─ ffe1 Beacon responses  handle 6  notify",
                "│  └─ 2902 Client Configuration  handle 7",
                "├─ ffe2 Beacon commands  handle 9  write-without-response, write",
                "└─ ffe2 Beacon commands  handle 11  write",
            ])
    }

    @Test("a value is shown as text only where it is text")
    func values() {
        #expect(valueText(Array("CP28".utf8)) == "43 50 32 38  \"CP28\"")
        #expect(valueText([0x1B, 0x5B]) == "1b 5b")
        #expect(valueText([0xFF]) == "ff")
        #expect(valueText([]) == "(empty)")
    }
}
