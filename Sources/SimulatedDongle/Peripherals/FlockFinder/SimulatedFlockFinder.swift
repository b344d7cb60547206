import Advertising

/// A FlockFinder: an ESP32 device that looks for cameras by lists of patterns, which a host reads
/// and writes.
///
/// There are three firmwares. `real` does what the published one did when it ran, including its
/// faults: it knows only the nested dialect, reports success for anything that is JSON, drops
/// entries beyond its limits, and reports success for every save. `main` is a branch of it without
/// a config to read or write. `document` follows the document of the makers and checks its input.
/// Saved data survives a restart of the device, but not of the simulation.
///
/// It shares no code with the host's own implementation of these configs, so that each checks the
/// other.
package final class SimulatedFlockFinder: PeripheralBehaviour {
    /// Firmware that is simulated.
    package enum Firmware: String, CaseIterable, Sendable {
        case real
        case main
        case document
    }

    /// Counts of received data and actions since the start of the simulation.
    package struct Counts: Sendable, Hashable {
        /// Number of writes to the config characteristic, and of bytes in them.
        package var writes = 0
        package var bytes = 0
        /// Number of writes between `CONFIG_START` and `CONFIG_END`.
        package var chunks = 0
        /// Number of bytes for which there was no room.
        package var discardedBytes = 0
        /// Number of configs reported as successful, whether or not anything of them was applied.
        package var applied = 0
        /// Number of refused configs.
        package var refused = 0
        /// Number of entries dropped beyond a limit, without a report.
        package var droppedEntries = 0
        /// Number of unknown commands, ignored without a report.
        package var ignoredCommands = 0
        /// Number of commands that ask for the config.
        package var reads = 0
        package var saves = 0
        /// Number of saves reported as successful that saved nothing.
        package var failedSaves = 0
        package var resets = 0
        /// Number of restarts of the device.
        package var boots = 0
        package var connections = 0
        /// Number of notifications that were due but not sent, because no host had subscribed or
        /// too many were waiting.
        package var lostNotifications = 0
    }

    /// A waiting notification.
    struct Outgoing {
        let due: Duration
        let uuid: BluetoothUUID
        let value: [UInt8]
    }

    /// State of one connection, lost when it ends.
    struct Session {
        /// Number of writes to the config characteristic so far.
        var writes = 0
        /// Number of notifications of the config characteristic so far.
        var notifications = 0
        /// Whether a fault has occurred.
        var isStruck = false
    }

    /// Name of the behaviour in scenarios.
    static let name = "flockfinder"
    /// The largest ATT MTU of the firmwares `real` and `main`. Source: the default of their
    /// Bluetooth stack.
    static let usualMTU = 255
    /// Largest size in bytes of a config that is being received. The real device has no such limit.
    static let bufferLimit = 65_536
    /// Largest number of waiting notifications: enough for a config of 8 KB in pieces of 20 bytes,
    /// twice.
    static let outgoingLimit = 1024

    static let service = BluetoothUUID(0x4fafc201_1fb5_459e_8fcc_c5c9c331914b)
    static let detectionUUID = BluetoothUUID(0xbeb5483e_36e1_4688_b7f5_ea07361b26a8)
    static let commandUUID = BluetoothUUID(0xbeb5483e_36e1_4688_b7f5_ea07361b26a9)
    static let streamUUID = BluetoothUUID(0xbeb5483e_36e1_4688_b7f5_ea07361b26aa)
    static let configUUID = BluetoothUUID(0xbeb5483e_36e1_4688_b7f5_ea07361b26ab)
    private static let deviceName = BluetoothUUID(short: 0x2A00)

    /// The active config.
    package internal(set) var config: Config
    /// The saved config, which becomes active after a restart.
    package internal(set) var stored: Config
    package internal(set) var counts = Counts()
    /// Firmware that is simulated.
    package var firmware: Firmware { options.firmware }

    /// Called on the dongle's thread with each config or command that arrives, before it is
    /// handled.
    package var reached: (([UInt8]) -> Void)?

    let options: Options
    var session = Session()
    /// Whether it streams what it hears. With `document` this ends with the connection; with the
    /// others it lasts until a command or a restart.
    var isStreaming: Bool
    /// A config that is being received; nil = none. It survives the connection.
    var buffer: [UInt8]?
    var outgoing: [Outgoing] = []
    var bootedAt: Duration = .zero
    /// Number of connections in which a fault has occurred.
    var struckConnections = 0
    var rebootDue: Duration?
    var returnDue: Duration?
    var otherPushDue: Duration?
    var wifiDue: Duration?
    var bleDue: Duration?
    /// End of the Bluetooth scan that keeps `real` and `main` busy.
    var scanEnd: Duration = .zero
    /// Time of the next channel change; nil while channel changes are not streamed.
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

    /// Returns its services, without the characteristics that the options remove.
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

    /// Advertises its service, and its name in the scan response.
    func advertise(_ peripheral: VirtualPeripheral) {
        let name = Array(options.name.utf8)
        peripheral.advertiser.data = [0x02, 0x01, 0x06, 0x11, 0x07] + Self.service.littleEndianBytes
        peripheral.advertiser.scanResponse = [UInt8(name.count + 1), 0x09] + name
        if let characteristic = peripheral.table.characteristic(Self.deviceName) {
            peripheral.setValue(name, of: characteristic)
        }
    }

    /// Cuts its power for the time of a boot, as soon as time advances. Unsaved changes are lost.
    package func powerCycle() {
        rebootDue = .zero
    }

    /// Content of its memory and its flash.
    package struct Memory: Sendable, Hashable {
        package var config: Config
        package var stored: Config
        /// A config that is being received.
        package var buffer: [UInt8]?
    }

    /// The device's memory. Setting it continues the device in another simulation, as if only the
    /// dongle had been replaced.
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
        // The device's Bluetooth host answers after its controller, which has already closed the
        // connection event.
        peripheral.answerTime = .afterEvents(1)
        if [Self.configUUID, Self.commandUUID].contains(characteristic.uuid) { reached?(value) }
        switch characteristic.uuid {
        case Self.configUUID: try takeConfigWrite(value, peripheral, at: now)
        case Self.commandUUID: takeCommand(value, peripheral, at: now)
        default: break
        }
        // The firmware notifies, with pauses, before it returns to the stack, and only then does
        // the stack answer the write. Observed with configs; assumed for commands.
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
