import Advertising

/// A FlockFinder: an ESP32 that looks for cameras by lists of patterns, which a host reads and writes.
///
/// Three firmwares. `real` does what the published one did when it ran, with its faults: it knows the nested dialect alone,
/// calls anything a success that is JSON, drops what exceeds its limits, and calls every save one. `main` is the branch of it
/// that has no config to read or write. `document` does what the document of its makers says, and checks what it is given.
/// What they keep outlives a restart of the device, and not one of the simulation.
///
/// It has no code in common with the host's own reading of these configs, so that each checks the other.
package final class SimulatedFlockFinder: PeripheralBehaviour {
    /// Which description it follows.
    package enum Firmware: String, CaseIterable, Sendable {
        case real
        case main
        case document
    }

    /// What it has received and done since the start of the simulation.
    package struct Counts: Sendable, Hashable {
        /// Writes to the config characteristic, and the bytes of them.
        package var writes = 0
        package var bytes = 0
        /// Writes between `CONFIG_START` and `CONFIG_END`.
        package var chunks = 0
        /// Bytes for which there was no room.
        package var discardedBytes = 0
        /// Configs that were called a success, whether anything of them was applied or not.
        package var applied = 0
        /// Configs that were refused.
        package var refused = 0
        /// Entries over a limit, of which nobody was told.
        package var droppedEntries = 0
        /// Commands that mean nothing, which nobody was told either.
        package var ignoredCommands = 0
        /// Commands to tell the config.
        package var reads = 0
        package var saves = 0
        /// Saves that were called a success, and kept nothing.
        package var failedSaves = 0
        package var resets = 0
        /// Restarts of the device.
        package var boots = 0
        package var connections = 0
        /// Notifications that were due and did not leave: nobody had subscribed, or too many waited.
        package var lostNotifications = 0
    }

    /// What is to be notified.
    struct Outgoing {
        let due: Duration
        let uuid: BluetoothUUID
        let value: [UInt8]
    }

    /// What a connection has, and its end forgets.
    struct Session {
        /// Writes to the config characteristic so far.
        var writes = 0
        /// Notifications of the config characteristic so far.
        var notifications = 0
        /// Whether a fault has struck.
        var isStruck = false
    }

    /// What a scenario calls it.
    static let name = "flockfinder"
    /// The largest ATT MTU of the firmwares `real` and `main`. Source: the default of their Bluetooth stack.
    static let usualMTU = 255
    /// Bytes of a config that is being received. The real one has no such limit.
    static let bufferLimit = 65_536
    /// Notifications that wait: a config of 8 KB in pieces of 20 bytes, twice.
    static let outgoingLimit = 1024

    static let service = BluetoothUUID(0x4fafc201_1fb5_459e_8fcc_c5c9c331914b)
    static let detectionUUID = BluetoothUUID(0xbeb5483e_36e1_4688_b7f5_ea07361b26a8)
    static let commandUUID = BluetoothUUID(0xbeb5483e_36e1_4688_b7f5_ea07361b26a9)
    static let streamUUID = BluetoothUUID(0xbeb5483e_36e1_4688_b7f5_ea07361b26aa)
    static let configUUID = BluetoothUUID(0xbeb5483e_36e1_4688_b7f5_ea07361b26ab)
    private static let deviceName = BluetoothUUID(short: 0x2A00)

    /// What it scans by.
    package internal(set) var config: Config
    /// What it will scan by after a restart.
    package internal(set) var stored: Config
    package internal(set) var counts = Counts()
    /// Which description it follows.
    package var firmware: Firmware { options.firmware }

    /// Called on the dongle's thread with each config or command that reaches it, before it does anything with it.
    package var reached: (([UInt8]) -> Void)?

    let options: Options
    var session = Session()
    /// Whether it streams what it hears. Of `document`, a connection; of the others, until it is told or restarts.
    var isStreaming: Bool
    /// A config that is being received; nil = none is. It outlives the connection.
    var buffer: [UInt8]?
    var outgoing: [Outgoing] = []
    var bootedAt: Duration = .zero
    /// Connections in which a fault has struck.
    var struckConnections = 0
    var rebootDue: Duration?
    var returnDue: Duration?
    var otherPushDue: Duration?
    var wifiDue: Duration?
    var bleDue: Duration?
    /// Of the scan that the built one is busy with.
    var scanEnd: Duration = .zero
    /// When it goes on to the next channel, as far as anybody is told of that.
    var hopDue: Duration?
    var channel = 1

    init(_ options: Options) {
        self.options = options
        config = options.config
        stored = options.config
        isStreaming = options.firmware != .document
        rebootDue = options.rebootAt
        otherPushDue = options.otherPush?.at
        scheduleHearing(at: .zero)
    }

    /// Its services, as far as it has them.
    static func table(_ options: Options) -> GATTTable {
        var table = GATTTable()
        table.addService(BluetoothUUID(short: 0x1800))
        table.addCharacteristic(deviceName, .read)
        table.addService(service)
        let characteristics: [(Options.Characteristic, BluetoothUUID, GATTProperties)] = [
            (.detection, detectionUUID, [.read, .notify]), (.command, commandUUID, .write),
            (.stream, streamUUID, [.read, .notify]), (.config, configUUID, [.read, .write, .notify]),
        ]
        for (role, uuid, properties) in characteristics where !options.missing.contains(role) {
            table.addCharacteristic(uuid, properties)
        }
        return table
    }

    /// Puts it on the air: its service, and its name for who asks.
    func advertise(_ peripheral: VirtualPeripheral) {
        let name = Array(options.name.utf8)
        peripheral.advertiser.data = [0x02, 0x01, 0x06, 0x11, 0x07] + Self.service.littleEndianBytes
        peripheral.advertiser.scanResponse = [UInt8(name.count + 1), 0x09] + name
        if let characteristic = peripheral.table.characteristic(Self.deviceName) {
            peripheral.setValue(name, of: characteristic)
        }
    }

    /// Cuts its power for as long as it takes to boot, as soon as time goes on. What was not saved is forgotten.
    package func powerCycle() {
        rebootDue = .zero
    }

    /// What it has in its memory and in its flash.
    package struct Memory: Sendable, Hashable {
        package var config: Config
        package var stored: Config
        /// A config that is being received.
        package var buffer: [UInt8]?
    }

    /// By it a device goes on in another simulation, as if only the dongle were another one.
    package var memory: Memory {
        get { Memory(config: config, stored: stored, buffer: buffer) }
        set { (config, stored, buffer) = (newValue.config, newValue.stored, newValue.buffer) }
    }

    // MARK: The connection

    package func connected(_ peripheral: VirtualPeripheral, at now: Duration) {
        counts.connections += 1
        session = Session()
        setStreaming(isStreaming, at: now)
    }

    package func disconnected(_ peripheral: VirtualPeripheral, at now: Duration) {
        session = Session()
        outgoing = []
        hopDue = nil
        if firmware == .document { isStreaming = false }
    }

    package func written(
        _ value: [UInt8], to characteristic: GATTTable.Characteristic, of peripheral: VirtualPeripheral,
        at now: Duration
    ) throws(ATTError) {
        // Its host answers behind the controller, which has closed the connection event by then.
        peripheral.answerTime = .afterEvents(1)
        if [Self.configUUID, Self.commandUUID].contains(characteristic.uuid) { reached?(value) }
        switch characteristic.uuid {
        case Self.configUUID: try takeConfigWrite(value, peripheral, at: now)
        case Self.commandUUID: takeCommand(value, peripheral, at: now)
        default: break
        }
        // It notifies, and waits in between, before it returns to the stack, which answers the write then. Seen at configs,
        // assumed of commands.
        if firmware != .document, peripheral.answerTime != .never,
            let last = outgoing.last(where: { $0.uuid == Self.configUUID }), last.due > now
        {
            peripheral.answerTime = .after(last.due - now)
        }
    }

    // MARK: Time

    package var nextTick: Duration? {
        [outgoing.first?.due, rebootDue, returnDue, otherPushDue, wifiDue, bleDue, hopDue].reduce(nil) {
            Duration.earlier($0, $1)
        }
    }

    package func tick(_ peripheral: VirtualPeripheral, at now: Duration) {
        if let due = rebootDue, due <= now { shutDown(peripheral, at: now) }
        if let due = returnDue, due <= now { boot(peripheral, at: now) }
        if let due = otherPushDue, due <= now { takeOtherPush() }
        while let next = outgoing.first, next.due <= now {
            outgoing.removeFirst()
            send(next, peripheral)
        }
        hear(peripheral, at: now)
    }

    private func shutDown(_ peripheral: VirtualPeripheral, at now: Duration) {
        rebootDue = options.rebootAt.flatMap { $0 > now ? $0 : nil }
        counts.boots += 1
        outgoing = []
        buffer = nil
        config = stored
        (wifiDue, bleDue, hopDue) = (nil, nil, nil)
        peripheral.goAway()
        returnDue = now + options.bootTime
    }

    private func boot(_ peripheral: VirtualPeripheral, at now: Duration) {
        returnDue = nil
        bootedAt = now
        isStreaming = firmware != .document
        scheduleHearing(at: now)
        peripheral.comeBack()
    }
}
