import Advertising
import Glibc
import Store
import TestSupport

/// `crash WHAT ARGUMENT…`: work for tests that kill it, at any moment or, with the variable
/// `KILLPOINT`, at one of its own commits to a store or of its own changes of files.
@main enum Crash {
    static func main() async {
        let arguments = CommandLine.arguments.dropFirst()
        let rest = Array(arguments.dropFirst())
        do {
            switch (arguments.first, rest.count) {
            case ("open", 1): try Store.open(path: rest[0]).close()
            case ("store", 3): try await StoreWriting.run(path: rest[0], newest: Int(rest[1]) ?? 0, what: rest[2])
            case ("config", 4): try await ConfigPush.run(store: rest[0], port: rest[1], device: rest[2], file: rest[3])
            case ("provision", 3): try await BeaconProvisioning.run(store: rest[0], port: rest[1], verb: rest[2])
            case ("payfrit", 5):
                try await Registration.run(
                    store: rest[0], port: rest[1], backend: rest[2], beacon: BluetoothAddress(stringLiteral: rest[3]),
                    table: rest[4])
            default: exit(64)
            }
        } catch {
            // Goes to standard output, which the tests that start it read.
            print(error)
            exit(1)
        }
    }
}
