import ESPHomeAPI

/// Requests about devices.
extension ProxyClient {
    func performOnDevice(_ message: ClientMessage) {
        switch message {
        case .device(let request): perform(request)
        case .services(let address): ask(.services, of: address, 0)
        case .read(let address, let handle): ask(.read(handle), of: address, handle)
        case .write(let address, let handle, let value, let isAcknowledged):
            ask(.write(handle, value, isAcknowledged: isAcknowledged), of: address, handle, isAnswered: isAcknowledged)
        case .notify(let address, let handle, let isOn): ask(.notify(handle, isOn: isOn), of: address, handle)
        case .setConnectionParameters(let address):
            outbox.send(.connectionParameters(address: address, error: ErrorNumber.notSupported))
        default: break
        }
    }

    private func perform(_ request: DeviceRequest) {
        let address = request.address
        switch request.action {
        case .connectWithCache, .connectWithoutCache: connect(request)
        case .disconnect:
            if let device = live(address) {
                device.end()
            } else {
                outbox.send(.deviceConnection(address: address, isConnected: false, mtu: 0, error: 0))
                repeatSlots()
            }
        case .pair: outbox.send(.pairing(address: address, isPaired: false, error: ErrorNumber.notSupported))
        case .unpair: outbox.send(.unpairing(address: address, success: false, error: ErrorNumber.notSupported))
        // Services are kept for a connection only.
        case .clearCache: outbox.send(.clearCache(address: address, success: true, error: 0))
        default:
            outbox.send(
                .deviceConnection(address: address, isConnected: false, mtu: 0, error: ErrorNumber.notSupported))
        }
    }

    private func connect(_ request: DeviceRequest) {
        if let device = live(request.address) {
            device.tellAgain()
            repeatSlots()
            return
        }
        guard devices.count < setup.configuration.limits.devices else {
            outbox.send(.deviceConnection(address: request.address, isConnected: false, mtu: 0, error: 0))
            return
        }
        let device = ProxyDevice(
            request,
            ProxyDevice.Session(
                radio: setup.radio, outbox: outbox, counters: counters, limits: setup.configuration.limits,
                knowsShortUUIDs: session.knowsShortUUIDs, tellSlots: { await self.tellSlots() },
                describe: setup.describe))
        devices[request.address] = device
        join {
            await device.run()
            await self.forget(device)
        }
    }

    private func live(_ address: UInt64) -> ProxyDevice? { devices[address].flatMap { $0.isOver ? nil : $0 } }

    private func forget(_ device: ProxyDevice) {
        if devices[device.address] === device { devices[device.address] = nil }
    }

    private func ask(_ request: ProxyDevice.Request, of address: UInt64, _ handle: UInt16, isAnswered: Bool = true) {
        let error: Int32
        if let device = live(address) {
            if device.add(request) { return }
            error = ErrorNumber.insufficientResources
            counters.operation("Too many requests wait for one device.")
        } else {
            error = ServerMessage.notConnected
        }
        if isAnswered { outbox.send(.gattError(address: address, handle: handle, error: error)) }
    }
}
