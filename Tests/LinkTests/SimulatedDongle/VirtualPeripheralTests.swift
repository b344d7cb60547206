import Randomness
import Advertising
import Testing

@testable import SimulatedDongle

struct VirtualPeripheralTests {
    private let notifying: GATTTable.Characteristic
    private let plain: GATTTable.Characteristic
    private let table: GATTTable

    init() {
        var table = GATTTable()
        table.addService(BluetoothUUID(short: 0xFFE0))
        notifying = table.addCharacteristic(BluetoothUUID(short: 0xFFE1), [.notify, .indicate])
        plain = table.addCharacteristic(BluetoothUUID(short: 0xFFE2), [.read, .write])
        self.table = table
    }

    private func peripheral(
        _ scripts: [BluetoothUUID: ScriptedBehaviour.CharacteristicScript] = [:], connectionLimit: Duration? = nil
    ) -> VirtualPeripheral {
        let advertiser = Advertiser(
            name: "p", address: BluetoothAddress(1), addressType: .public, pdu: .connectable,
            interval: .milliseconds(100), data: [], random: SplitMix64(seed: 1))
        let peripheral = VirtualPeripheral(
            advertiser: advertiser, table: table, values: [plain.valueHandle: Array(0..<60)],
            behaviour: ScriptedBehaviour(scripts: scripts, connectionLimit: connectionLimit))
        peripheral.linkEstablished(at: .zero)
        return peripheral
    }

    @Test("it advertises again once the connection is gone")
    func advertising() {
        let peripheral = peripheral()
        #expect(!peripheral.advertiser.isOn)
        #expect(!peripheral.canBeConnected)
        peripheral.linkLost(at: .zero)
        #expect(peripheral.canBeConnected)
    }

    @Test("a read gives ATT MTU - 1 bytes from its offset, an empty one at the end, and an error behind it")
    func reads() throws {
        let peripheral = peripheral()
        #expect(try peripheral.read(plain.valueHandle, offset: 0, at: .zero) == Array(0..<22))
        #expect(try peripheral.read(plain.valueHandle, offset: 44, at: .zero) == Array(44..<60))
        #expect(try peripheral.read(plain.valueHandle, offset: 60, at: .zero).isEmpty)
        #expect(throws: ATTError.invalidOffset) { try peripheral.read(plain.valueHandle, offset: 61, at: .zero) }
    }

    @Test("what a characteristic does not allow is refused")
    func permissions() {
        let peripheral = peripheral()
        #expect(throws: ATTError.readNotPermitted) { try peripheral.read(notifying.valueHandle, offset: 0, at: .zero) }
        #expect(throws: ATTError.writeNotPermitted) {
            try peripheral.write([1], to: notifying.valueHandle, isCommand: false, at: .zero)
        }
        #expect(throws: ATTError.writeNotPermitted) {
            try peripheral.write([1], to: plain.valueHandle, isCommand: true, at: .zero)
        }
        #expect(throws: ATTError.invalidHandle) { try peripheral.read(99, offset: 0, at: .zero) }
        #expect(throws: ATTError.invalidAttributeLength) {
            try peripheral.write(Array(repeating: 0, count: 513), to: plain.valueHandle, isCommand: false, at: .zero)
        }
    }

    @Test("nothing is notified without a subscription; with one, values are cut to ATT MTU - 3")
    func notifications() throws {
        let peripheral = peripheral()
        #expect(!peripheral.notify([1], from: notifying))
        try peripheral.write([1, 0], to: notifying.valueHandle + 1, isCommand: false, at: .zero)
        #expect(peripheral.notify(Array(repeating: 7, count: 40), from: notifying))
        let value = peripheral.takeOutgoing()
        #expect(value?.value.count == 20)
        #expect(value?.isIndication == false)
        peripheral.linkLost(at: .zero)
        peripheral.linkEstablished(at: .zero)
        #expect(peripheral.subscription(to: notifying) == [])
    }

    @Test("who asked for indications gets indications")
    func indications() throws {
        let peripheral = peripheral()
        try peripheral.write([2, 0], to: notifying.valueHandle + 1, isCommand: false, at: .zero)
        #expect(peripheral.notify([1], from: notifying))
        #expect(peripheral.takeOutgoing()?.isIndication == true)
    }

    @Test("an echo notifies what is written, and the value is stored")
    func echo() throws {
        let peripheral = peripheral([plain.uuid: .init(echo: notifying.uuid)])
        try peripheral.write([1, 0], to: notifying.valueHandle + 1, isCommand: false, at: .zero)
        try peripheral.write([0x4E, 0x4F], to: plain.valueHandle, isCommand: false, at: .zero)
        #expect(peripheral.takeOutgoing()?.value == [0x4E, 0x4F])
        #expect(peripheral.value(of: plain) == [0x4E, 0x4F])
    }

    @Test("scripted errors are what the peer gets, and nothing is stored")
    func errors() {
        let peripheral = peripheral([
            plain.uuid: .init(readError: .insufficientAuthentication, writeError: .unlikely)
        ])
        #expect(throws: ATTError.insufficientAuthentication) {
            try peripheral.read(plain.valueHandle, offset: 0, at: .zero)
        }
        #expect(throws: ATTError.unlikely) {
            try peripheral.write([1], to: plain.valueHandle, isCommand: false, at: .zero)
        }
        #expect(peripheral.value(of: plain).count == 60)
    }

    @Test("values at intervals come only while subscribed")
    func intervals() throws {
        let peripheral = peripheral([notifying.uuid: .init(notifyInterval: .seconds(1))])
        #expect(peripheral.behaviour.nextTick == nil)
        try peripheral.write([1, 0], to: notifying.valueHandle + 1, isCommand: false, at: .seconds(3))
        #expect(peripheral.behaviour.nextTick == .seconds(4))
        peripheral.behaviour.tick(peripheral, at: .seconds(4))
        #expect(peripheral.outgoing.count == 1)
        #expect(peripheral.behaviour.nextTick == .seconds(5))
        try peripheral.write([0, 0], to: notifying.valueHandle + 1, isCommand: false, at: .seconds(4))
        #expect(peripheral.behaviour.nextTick == nil)
    }

    @Test("a limited connection is ended by the peripheral")
    func connectionLimit() {
        let peripheral = peripheral(connectionLimit: .seconds(2))
        #expect(peripheral.behaviour.nextTick == .seconds(2))
        peripheral.behaviour.tick(peripheral, at: .seconds(2))
        #expect(peripheral.wantsToDisconnect)
    }
}
