import Advertising
import CDongleCore

extension FirmwareCore {
    /// Returns the hardware functions for the core. The caller sets their context to the
    /// ``FirmwareCore``.
    static func makeHAL(hearsNetworks: Bool) -> perch_hal_t {
        var hal = perch_hal_t()
        hal.uart_write = { context, bytes, length in
            FirmwareCore.of(context)?.takeFromCore(UnsafeRawBufferPointer(start: bytes, count: length)) ?? 0
        }
        hal.clock_ms = { FirmwareCore.of($0)?.uptimeMs ?? 0 }
        hal.random_u32 = { FirmwareCore.of($0)?.drawRandom() ?? 0 }
        hal.reboot = { context, _ in FirmwareCore.of(context)?.requestReboot() }
        hal.led = { context, isOn in FirmwareCore.of(context)?.setLight(isOn) }
        addRadio(to: &hal)
        if hearsNetworks { addNetworkScan(to: &hal) }
        addFlash(to: &hal)
        return hal
    }

    private static func addRadio(to hal: inout perch_hal_t) {
        hal.scan_start = { context, params in
            guard let core = FirmwareCore.of(context), let params = params?.pointee else { return 0 }
            return core.radio.startScan(VirtualAir.Scan(params)).rawValue
        }
        hal.scan_stop = { FirmwareCore.of($0)?.radio.stopScan() }
        hal.connect = { context, slot, params in
            guard let core = FirmwareCore.of(context), let params = params?.pointee else { return 0 }
            return core.radio.connect(slot: Int(slot), ConnectWish(params)).rawValue
        }
        hal.disconnect = { context, slot in FirmwareCore.of(context)?.radio.disconnect(slot: Int(slot)) }
        hal.exchange_mtu = { context, slot, mtu in
            FirmwareCore.request(.exchangeMTU(Int(mtu)), context, slot)
        }
        hal.discover = { context, slot, what, first, last in
            guard let subject = GATTDiscovery.Subject(rawValue: what), first <= last else {
                return FirmwareStatus.invalidArgument.rawValue
            }
            return FirmwareCore.request(.discover(subject, first...last), context, slot)
        }
        hal.read = { context, slot, handle, offset in
            FirmwareCore.request(.read(handle: handle, offset: Int(offset)), context, slot)
        }
        hal.write = { context, slot, handle, value, length in
            FirmwareCore.request(.write(handle: handle, value: FirmwareCore.bytes(value, length)), context, slot)
        }
        hal.write_command = { context, slot, handle, value, length in
            FirmwareCore.of(context)?.radio.writeCommand(
                slot: Int(slot), handle: handle, value: FirmwareCore.bytes(value, length)
            ).rawValue ?? 0
        }
        hal.confirm = { context, slot in FirmwareCore.of(context)?.radio.confirm(slot: Int(slot)) }
    }

    private static func addNetworkScan(to hal: inout perch_hal_t) {
        hal.wifi_scan_start = { context, dwell, channels in
            FirmwareCore.of(context)?.radio.startNetworkScan(
                VirtualNetworks.Scan(dwellMs: dwell, channels: channels)
            ).rawValue ?? 0
        }
        hal.wifi_scan_stop = { FirmwareCore.of($0)?.radio.stopNetworkScan() }
    }

    private static func addFlash(to hal: inout perch_hal_t) {
        hal.flash_erase = { context, area, unit in
            FirmwareCore.of(context)?.flash.erase(area: Int(area), unit: Int(unit)) ?? false
        }
        hal.flash_program = { context, area, offset, bytes, length in
            FirmwareCore.of(context)?.flash.program(
                area: Int(area), offset: Int(offset), bytes: UnsafeRawBufferPointer(start: bytes, count: Int(length)))
                ?? false
        }
        hal.config_changed = { FirmwareCore.of($0)?.configChanged() }
        hal.flash_read = { context, area, offset, bytes, length in
            FirmwareCore.of(context)?.flash.read(
                area: Int(area), offset: Int(offset),
                into: UnsafeMutableRawBufferPointer(start: bytes, count: Int(length)))
        }
    }

    /// Returns the owner from a HAL's context. The owner contains the core, so it is alive whenever
    /// the core calls.
    private static func of(_ context: UnsafeMutableRawPointer?) -> FirmwareCore? {
        context.map { Unmanaged<FirmwareCore>.fromOpaque($0).takeUnretainedValue() }
    }

    private static func request(_ request: GATTRequest, _ context: UnsafeMutableRawPointer?, _ slot: UInt8) -> UInt16 {
        of(context)?.radio.request(request, slot: Int(slot)).rawValue ?? 0
    }

    private static func bytes(_ start: UnsafePointer<UInt8>?, _ count: UInt16) -> [UInt8] {
        Array(UnsafeBufferPointer(start: start, count: Int(count)))
    }
}

extension VirtualAir.Scan {
    /// Converts interval and window from units of 0.625 ms.
    fileprivate init(_ params: perch_scan_params_t) {
        self.init(
            isActive: params.active, interval: .microseconds(Int64(params.interval) * 625),
            window: .microseconds(Int64(params.window) * 625))
    }
}

extension ConnectWish {
    /// Converts intervals from units of 1.25 ms and the supervision time-out from units of 10 ms.
    fileprivate init(_ params: perch_connect_params_t) {
        func time(_ value: UInt16, _ unitMicroseconds: Int64) -> Duration? {
            value == 0 ? nil : .microseconds(Int64(value) * unitMicroseconds)
        }
        let bytes = params.address
        self.init(
            address: BluetoothAddress(
                UInt64(bytes.0) | UInt64(bytes.1) << 8 | UInt64(bytes.2) << 16 | UInt64(bytes.3) << 24
                    | UInt64(bytes.4) << 32 | UInt64(bytes.5) << 40),
            addressType: params.address_type & 1 == 0 ? .public : .random,
            shortestInterval: time(params.interval_min, 1250), longestInterval: time(params.interval_max, 1250),
            supervisionTimeout: time(params.supervision_timeout, 10_000))
    }
}
