import Advertising

/// Addresses whose device recently sent a name. Holds at most twice ``generation`` of them.
struct NamedAddresses: Sendable {
    static let generation = 4096

    private var young: Set<BluetoothAddress> = []
    private var old: Set<BluetoothAddress> = []

    func contains(_ address: BluetoothAddress) -> Bool { young.contains(address) || old.contains(address) }

    mutating func insert(_ address: BluetoothAddress) {
        guard young.insert(address).inserted, young.count >= Self.generation else { return }
        old = young
        young.removeAll(keepingCapacity: true)
    }
}
