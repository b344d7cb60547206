import Advertising
import ArgumentParser
import GatewayModel

/// The options that choose an attribute: `--char UUID` or `--handle N`.
struct AttributeOptions: ParsableArguments {
    @Option(name: .customLong("char"), help: "UUID of the characteristic.")
    var uuid: BluetoothUUID?

    @Option(help: "Handle of the attribute, 1...65535 or 0x0001...0xffff.")
    var handle: HandleArgument?

    func validate() throws {
        guard (uuid == nil) != (handle == nil) else { throw ValidationError("Give either --char or --handle.") }
    }

    /// Returns the handle of the chosen value. For a UUID this requires a discovery.
    func valueHandle(on peripheral: Peripheral) async throws -> UInt16 {
        if let handle { return handle.value }
        return try await characteristic(on: peripheral).handle
    }

    /// Returns the chosen characteristic, after a discovery.
    func characteristic(on peripheral: Peripheral) async throws -> CharacteristicDescription {
        try choose(among: try await peripheral.services().flatMap(\.characteristics))
    }

    func choose(among all: [CharacteristicDescription]) throws(GATTTarget.Failure) -> CharacteristicDescription {
        if let handle {
            guard let found = all.first(where: { $0.handle == handle.value }) else {
                throw .noSuchHandle(handle.value)
            }
            return found
        }
        let found = all.filter { $0.uuid == uuid }
        guard let first = found.first else {
            throw .noSuchCharacteristic(uuid ?? BluetoothUUID(0), known: all.map(\.uuid))
        }
        guard found.count == 1 else { throw .ambiguous(first.uuid, handles: found.map(\.handle)) }
        return first
    }
}

/// An attribute handle, decimal or after `0x`.
struct HandleArgument: ExpressibleByArgument, Sendable, Hashable {
    let value: UInt16

    init?(argument: String) {
        let number = argument.hasPrefix("0x") ? UInt16(argument.dropFirst(2), radix: 16) : UInt16(argument)
        guard let number, number > 0 else { return nil }
        value = number
    }
}

extension BluetoothUUID: ExpressibleByArgument {
    public init?(argument: String) {
        self.init(argument)
    }
}
