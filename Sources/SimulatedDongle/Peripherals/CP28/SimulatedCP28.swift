import Advertising

/// A DX-Smart CP28 beacon. It accepts a password and commands on its service FFE0, and advertises
/// its saved settings.
///
/// Settings that are not saved are lost when the connection ends. Its notification for a command
/// (`4E 4F`, the command, one status byte and the checksum) is assumed: no source describes the
/// real beacon's answers or the ATT errors with which it refuses.
package final class SimulatedCP28: PeripheralBehaviour {
    /// State of one connection, lost when it ends.
    struct Session {
        /// Settings as changed by commands. A save writes them to flash.
        var settings: Settings
        var selectedFrame: Int?
        var isAuthenticated = false
        /// Whether it acknowledges commands without executing them.
        var isDeaf = false
        /// Number of commands so far.
        var step = 0
        /// Whether a fault has occurred.
        var isStruck = false

        mutating func execute(_ command: Command) -> Bool {
            settings.execute(command, selected: &selectedFrame)
        }
    }

    /// Name of the behaviour in scenarios.
    static let name = "cp28"
    /// Largest number of recorded passwords and of recorded commands.
    private static let recordLimit = 1024
    /// Largest number of delayed replies, the same as for notifications.
    private static let replyLimit = 32
    /// The longest possible advertising interval. Source: Core Specification, Vol 6, Part B,
    /// 4.4.2.2.1.
    private static let longestInterval = Duration.milliseconds(10_240)

    private static let responses = BluetoothUUID(short: 0xFFE1)
    private static let commands = BluetoothUUID(short: 0xFFE2)
    private static let password = BluetoothUUID(short: 0xFFE3)
    private static let deviceName = BluetoothUUID(short: 0x2A00)

    /// Settings in flash, which are advertised while no central is connected.
    package private(set) var saved: Settings
    /// The last 1,024 passwords received, right or wrong, in order.
    package private(set) var receivedPasswords: [String] = []
    /// Number of refused passwords since the start: wrong ones, and all of them once it is locked.
    package private(set) var refusedPasswords = 0
    /// The last 1,024 commands that were executed, in order.
    package private(set) var executedCommands: [Command] = []
    /// Number of saves.
    package private(set) var saves = 0
    /// Number of connections so far.
    package private(set) var connections = 0
    /// Whether the right password was written in this connection.
    package var isAuthenticated: Bool { session.isAuthenticated }
    /// Whether it refuses every password from now on.
    package var isLocked: Bool { options.lockAfterRefusals.map { refusedPasswords >= $0 } ?? false }
    /// Number of times that each of ``receivedPasswords`` was received.
    package var passwordCounts: [String: Int] { receivedPasswords.reduce(into: [:]) { $0[$1, default: 0] += 1 } }

    let options: Options
    var session: Session
    /// Number of connections in which a fault has occurred.
    var struckConnections = 0
    /// Time at which it returns within reach.
    var returnDue: Duration?
    /// Time at which it ends the connection.
    var hangUpDue: Duration?
    private var settleDue: Duration?
    private var replies: [(due: Duration, packet: [UInt8])] = []

    init(_ options: Options, interval: Duration) {
        self.options = options
        saved = Settings(name: options.name, beacon: options.beacon, interval: interval)
        session = Session(settings: saved)
    }

    /// Returns its services. Without FFE0 it looks like another kind of device.
    static func table(_ options: Options) -> GATTTable {
        var table = GATTTable()
        table.addService(BluetoothUUID(short: 0x1800))
        table.addCharacteristic(deviceName, .read)
        guard options.hasService else { return table }
        table.addService(BluetoothUUID(short: 0xFFE0))
        table.addCharacteristic(responses, .notify, isConfigurable: options.notifies)
        table.addCharacteristic(commands, [.write, .writeWithoutResponse])
        table.addCharacteristic(password, .write)
        return table
    }

    /// Advertises the saved settings.
    func advertise(_ peripheral: VirtualPeripheral) {
        let advertiser = peripheral.advertiser
        advertiser.data = saved.advert
        advertiser.between = options.iBeaconEvery > 1 ? (saved.plainAdvert, options.iBeaconEvery) : nil
        advertiser.scanResponse = saved.scanResponse(hasService: options.hasService)
        advertiser.pdu = options.isConnectable ? .connectable : .scannable
        if let frame = saved.advertised { advertiser.interval = min(frame.interval, Self.longestInterval) }
        if saves > 0, let address = options.newAddressAfterSave { advertiser.move(to: address) }
        if let name = peripheral.table.characteristic(Self.deviceName) {
            peripheral.setValue(Array(saved.name.utf8), of: name)
        }
    }

    // MARK: The connection

    package func connected(_ peripheral: VirtualPeripheral, at now: Duration) {
        connections += 1
        session = Session(settings: saved)
    }

    package func disconnected(_ peripheral: VirtualPeripheral, at now: Duration) {
        session = Session(settings: saved)
        replies = []
        hangUpDue = nil
        advertise(peripheral)
        guard options.settle > .zero else { return }
        peripheral.advertiser.isOn = false
        settleDue = now + options.settle
    }

    package func written(
        _ value: [UInt8], to characteristic: GATTTable.Characteristic, of peripheral: VirtualPeripheral,
        at now: Duration
    ) throws(ATTError) {
        if options.slowEvents > 0 { peripheral.answerTime = .afterEvents(options.slowEvents) }
        switch characteristic.uuid {
        case Self.password: try takePassword(value, peripheral, at: now)
        case Self.commands: try takeCommand(value, peripheral, at: now)
        default: break
        }
    }

    // MARK: Writes

    private func takePassword(_ value: [UInt8], _ peripheral: VirtualPeripheral, at now: Duration) throws(ATTError) {
        receivedPasswords.append(String(decoding: value, as: UTF8.self), keeping: Self.recordLimit)
        session.isAuthenticated = value == options.password && !isLocked
        session.isDeaf = false
        if !session.isAuthenticated {
            refusedPasswords += 1
            try refusePassword(peripheral, at: now)
        }
    }

    private func takeCommand(_ value: [UInt8], _ peripheral: VirtualPeripheral, at now: Duration) throws(ATTError) {
        guard !session.isDeaf else { return }
        guard session.isAuthenticated else { throw .insufficientAuthentication }
        guard let command = Command(packet: value) else { throw .valueNotAllowed }
        session.step += 1
        let handling = try strike(command, peripheral, at: now)
        guard handling != .ignored else { return }
        guard session.execute(command) else { throw .valueNotAllowed }
        executedCommands.append(command, keeping: Self.recordLimit)
        if command.code == Command.save, !savesNothing() {
            saved = session.settings
            saves += 1
        }
        if handling == .usual, options.replies == .ack { reply(command.reply(.done), peripheral, at: now) }
    }

    /// Notifies a packet, now or after the reply delay.
    func reply(_ packet: [UInt8], _ peripheral: VirtualPeripheral, at now: Duration) {
        if options.replyDelay == .zero {
            send(packet, peripheral)
        } else if replies.count < Self.replyLimit {
            replies.append((now + options.replyDelay, packet))
        }
    }

    private func send(_ packet: [UInt8], _ peripheral: VirtualPeripheral) {
        guard let responses = peripheral.table.characteristic(Self.responses) else { return }
        peripheral.notify(packet, from: responses)
    }

    // MARK: Time

    package var nextTick: Duration? {
        Duration.earlier(
            Duration.earlier(replies.first?.due, hangUpDue), Duration.earlier(settleDue, returnDue))
    }

    package func tick(_ peripheral: VirtualPeripheral, at now: Duration) {
        while let reply = replies.first, reply.due <= now {
            replies.removeFirst()
            send(reply.packet, peripheral)
        }
        if let due = hangUpDue, due <= now {
            hangUpDue = nil
            peripheral.disconnect()
        }
        if let due = settleDue, due <= now {
            settleDue = nil
            peripheral.advertiser.isOn = !peripheral.isConnected && !peripheral.isGone
        }
        if let due = returnDue, due <= now {
            returnDue = nil
            peripheral.comeBack()
        }
    }
}

extension Array {
    /// Appends an element and removes the oldest ones beyond the limit.
    fileprivate mutating func append(_ element: Element, keeping limit: Int) {
        if count >= limit { removeFirst(count - limit + 1) }
        append(element)
    }
}
