import Advertising
import Testing

/// The optimizer of Swift 6.3.1 breaks the program below. On Linux, x86_64, the second call of
/// `find` crashes in a build with
///
///     swiftc -O -wmo -parse-as-library -swift-version 6 fault.swift
///
/// but not without `-O`, nor if `Wide` stores two `UInt64`. The gateway crashed like this when it
/// asked a backend for the owner of a beacon; PayfritBeaconProcessTests.owner repeats that with the
/// program as users run it.
///
///     struct Wide: Sendable { let value: UInt128 }
///     struct Business: Sendable { var id: Int; var name: String; var parent: Int? }
///     struct Session: Sendable { var token: String; var business: Int? }
///     enum Fault: Error, Hashable { case unauthorized }
///     protocol Backend: Sendable {
///         func find(_ wide: Wide, _ number: UInt16) async throws(Fault) -> Business?
///     }
///     struct Client: Backend {
///         func find(_ wide: Wide, _ number: UInt16) async throws(Fault) -> Business? {
///             Business(id: Int(truncatingIfNeeded: wide.value), name: "\(number)")
///         }
///     }
///     actor Service {
///         let connect: @Sendable () -> Result<any Backend, Fault>
///         var login: Session? = Session(token: "")
///         var last = ""
///         init(_ connect: @escaping @Sendable () -> Result<any Backend, Fault>) { self.connect = connect }
///         func failed(_ error: any Error) { last = "\(error)" }
///         func ask<Value: Sendable>(
///             _ session: Session?, _ body: (any Backend) async throws(Fault) -> Value
///         ) async throws -> Value {
///             do throws(Fault) {
///                 return try await body(try connect().get())
///             } catch {
///                 guard error == .unauthorized, let session else {
///                     failed(error)
///                     throw error
///                 }
///                 failed(Fault.unauthorized)
///                 throw Fault.unauthorized
///             }
///         }
///         func find(_ text: String, _ number: Int) async throws -> Int? {
///             let narrow = UInt16(number)
///             let wide = Wide(value: UInt128(text.utf8.count))
///             let business = try await ask(login) { backend throws(Fault) in try await backend.find(wide, narrow) }
///             return business.map { $0.id }
///         }
///     }
///     @main enum Main {
///         static func main() async throws {
///             let service = Service { .success(Client()) }
///             for _ in 1...2 { print(try await service.find("", 1) as Any) }
///         }
///     }
@Suite("what holds 128 bits")
struct Words128Tests {
    @Test("a UUID, and what it stands in, is aligned to 8 bytes")
    func alignment() {
        #expect(MemoryLayout<ProximityUUID>.alignment == 8)
        #expect(MemoryLayout<BluetoothUUID>.alignment == 8)
        #expect(MemoryLayout<BeaconIdentity>.alignment == 8)
        #expect(MemoryLayout<EddystoneUID>.alignment == 8)
    }

    @Test("both words are kept, in their places", arguments: [0, 1, .max, 1 << 64, .max >> 64, 0x0123 << 112 | 0xCDEF])
    func value(value: UInt128) {
        #expect(ProximityUUID(value).value == value)
        #expect(BluetoothUUID(value).value == value)
        #expect(EddystoneUID(id: value, powerAt0mDBm: 0).id == value)
    }
}
