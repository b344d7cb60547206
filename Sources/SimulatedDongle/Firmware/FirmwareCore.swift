import Randomness
import CDongleCore
import Glibc
import Recording

/// The dongle's firmware: the C core with its memory and simulated hardware.
///
/// It belongs to one thread. The caller provides the time.
final class FirmwareCore {
    /// Writes bytes to the line and returns the number of bytes accepted, 0...count.
    typealias Output = (UnsafeRawBufferPointer) -> Int

    private static let features =
        [
            PERCH_FEATURE_ACTIVE_SCAN, PERCH_FEATURE_EXTENDED_ADVERTISING, PERCH_FEATURE_GATT,
            PERCH_FEATURE_INDICATION_HOLD, PERCH_FEATURE_CONFIG_STORE, PERCH_FEATURE_COALESCE,
            PERCH_FEATURE_SCAN_FILTERS, PERCH_FEATURE_IDENTIFY,
        ].reduce(UInt64(PERCH_FEATURE_SIMULATED)) { $0 | UInt64($1) }
    /// Largest number of consecutive calls of the core, so that a core that always asks for another
    /// call cannot hang the host.
    private static let pollLimit = 10_000

    let flash: FlashMemory
    let radio: any FirmwareRadio
    private(set) var isLightOn = false
    /// Number of restarts that the host has requested, and of changes of the active config.
    private(set) var requestedRestarts = 0
    private(set) var configChanges = 0

    private let memory: UnsafeMutableRawPointer
    private let core: UnsafeMutablePointer<perch_core_t>
    private let hal: UnsafeMutablePointer<perch_hal_t>
    private let identity: UnsafeMutablePointer<perch_identity_t>
    private let texts: [UnsafeMutablePointer<CChar>?]
    private let output: Output
    private var random: SplitMix64
    private var now: Duration = .zero
    private var startedAt: Duration = .zero
    private var wantsReboot = false
    private var isLineBusy = false

    /// Starts the firmware at time zero, as after power on.
    ///
    /// - Parameters:
    ///   - radio: The radio. It is retained, and called only within ``poll(at:)``.
    ///   - seed: Seed for random numbers of the firmware, such as its boot id.
    init(
        identity description: FirmwareIdentity, flash: FlashMemory, radio: any FirmwareRadio, seed: UInt64,
        output: @escaping Output
    ) {
        self.flash = flash
        self.radio = radio
        self.output = output
        random = SplitMix64(seed: seed)
        // The core reports the size with which it was built.
        memory = .allocate(byteCount: perch_core_size(), alignment: 16)
        core = memory.bindMemory(to: perch_core_t.self, capacity: 1)
        hal = .allocate(capacity: 1)
        identity = .allocate(capacity: 1)
        let names: [String] = [description.firmware, description.version, description.build, description.hardware]
        texts = names.map { strdup($0) }
        identity.initialize(to: perch_identity_t())
        withUnsafeMutableBytes(of: &identity.pointee.device_id) { $0.copyBytes(from: description.deviceID.prefix(8)) }
        identity.pointee.reset_reason = UInt8(PERCH_RESET_POWER_ON)
        identity.pointee.line_rate = UInt32(clamping: description.lineRate ?? 0)
        identity.pointee.features =
            FirmwareCore.features | (radio.hearsNetworks ? UInt64(PERCH_FEATURE_WIFI_SCAN) : 0)
        identity.pointee.firmware = UnsafePointer(texts[0])
        identity.pointee.version = UnsafePointer(texts[1])
        identity.pointee.build = UnsafePointer(texts[2])
        identity.pointee.hardware = UnsafePointer(texts[3])
        hal.initialize(to: FirmwareCore.makeHAL(hearsNetworks: radio.hearsNetworks))
        hal.pointee.context = Unmanaged.passUnretained(self).toOpaque()
        start()
    }

    deinit {
        hal.deallocate()
        identity.deallocate()
        memory.deallocate()
        for text in texts { free(text) }
    }

    // MARK: The line

    /// Receives bytes from the line. ``poll(at:)`` processes them.
    func receive(_ bytes: UnsafeRawBufferPointer) {
        perch_receive(core, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count)
    }

    /// Whether bytes are waiting for the line, which accepted fewer than offered.
    var wantsToWrite: Bool { perch_wants_to_write(core) }

    /// Performs everything that is due.
    ///
    /// - Returns: Time of the next call if nothing else happens; nil = nothing is scheduled, as
    ///   without power.
    func poll(at now: Duration) -> Duration? {
        self.now = now
        isLineBusy = false
        guard flash.isPowered else { return nil }
        var wait: UInt32 = 0
        for _ in 0..<FirmwareCore.pollLimit {
            wait = perch_poll(core)
            if wantsReboot {
                requestedRestarts += 1
                restart(reason: UInt8(PERCH_RESET_REQUESTED))
                wait = 0
            }
            guard wait == 0, !isLineBusy else { break }
        }
        guard wait != .max, !(wait == 0 && isLineBusy) else { return nil }
        // The core counts whole milliseconds since its start, so the next one starts at this time.
        return startedAt + .milliseconds((now - startedAt).milliseconds + Int64(max(wait, 1)))
    }

    /// Restarts as after a power-on.
    func powerCycle(at now: Duration) {
        self.now = now
        flash.restorePower()
        restart(reason: UInt8(PERCH_RESET_POWER_ON))
    }

    /// Restarts as after a hang of the firmware.
    func restartByWatchdog(at now: Duration) {
        self.now = now
        restart(reason: UInt8(PERCH_RESET_WATCHDOG))
    }

    /// The config that runs now.
    var activeConfig: [UInt8] {
        [UInt8](unsafeUninitializedCapacity: Int(perch_config_length(core))) { buffer, count in
            count = Int(perch_config_read(core, 0, buffer.baseAddress, UInt32(buffer.count)))
        }
    }

    // MARK: The radio's reports

    /// Reports that the scan has ended on its own.
    func scanFailed() {
        perch_radio_scan_failed(core, FirmwareStatus.radio.rawValue)
    }

    /// Number of adverts of 31 bytes that can be queued now without dropping any.
    var advertRoom: Int { perch_advert_room(core) }

    func hear(_ advert: RecordedAdvert) {
        advert.data.withUnsafeBufferPointer { data in
            let address = advert.address.value
            func byte(_ index: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: address >> (index * 8)) }
            var report = perch_advert_t()
            report.address = (byte(0), byte(1), byte(2), byte(3), byte(4), byte(5))
            report.address_type = advert.addressType.bit
            report.pdu = advert.pdu.rawValue
            report.rssi = advert.rssiDBm
            report.channel = advert.channel ?? 255
            report.data = data.baseAddress
            report.length = UInt16(clamping: data.count)
            _ = perch_radio_advert(core, &report)
        }
    }

    func hear(_ beacon: VirtualNetworks.Beacon) {
        let value = beacon.address.value
        let address = (0..<6).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
        // Frame 0 is a beacon.
        _ = perch_radio_wifi(
            core, address, 0, beacon.rssiDBm, beacon.channel, beacon.ssid, UInt8(clamping: beacon.ssid.count))
    }

    func connected(slot: Int, attMTU: Int, interval: Duration) {
        perch_radio_connected(core, UInt8(slot), UInt16(attMTU), UInt16(clamping: interval.microseconds / 1250))
    }

    func connectFailed(slot: Int, _ status: FirmwareStatus) {
        perch_radio_connect_failed(core, UInt8(slot), status.rawValue)
    }

    func disconnected(slot: Int, _ status: FirmwareStatus) {
        perch_radio_disconnected(core, UInt8(slot), status.rawValue)
    }

    func mtuExchanged(slot: Int, attMTU: Int) {
        perch_radio_mtu(core, UInt8(slot), UInt16(attMTU))
    }

    /// - Returns: Whether there is room for more records.
    func discovered(slot: Int, _ record: GATTDiscovery.Record) -> Bool {
        perch_radio_discovered(
            core, UInt8(slot), record.handle, record.second, record.properties, record.uuid,
            UInt8(record.uuid.count))
    }

    func readValue(slot: Int, _ value: [UInt8]) {
        perch_radio_read(core, UInt8(slot), value, UInt16(value.count))
    }

    func gattDone(slot: Int, _ status: FirmwareStatus) {
        perch_radio_gatt_done(core, UInt8(slot), status.rawValue)
    }

    func notified(slot: Int, handle: UInt16, value: [UInt8], isIndication: Bool) {
        perch_radio_notification(core, UInt8(slot), handle, value, UInt16(value.count), isIndication)
    }

    // MARK: Calls from the core

    func takeFromCore(_ bytes: UnsafeRawBufferPointer) -> Int {
        // Without power no bytes leave, whatever the core does next.
        guard flash.isPowered else { return bytes.count }
        let count = min(max(0, output(bytes)), bytes.count)
        if count < bytes.count { isLineBusy = true }
        return count
    }

    var uptimeMs: UInt32 { UInt32(truncatingIfNeeded: (now - startedAt).milliseconds) }

    func drawRandom() -> UInt32 { UInt32(truncatingIfNeeded: random.next()) }

    func requestReboot() { wantsReboot = true }

    func configChanged() { configChanges += 1 }

    func setLight(_ isOn: Bool) { isLightOn = isOn }

    // MARK: Starting

    private func restart(reason: UInt8) {
        wantsReboot = false
        isLightOn = false
        identity.pointee.reset_reason = reason
        startedAt = now
        radio.reset()
        start()
    }

    private func start() {
        perch_init(core, hal, identity)
    }
}
