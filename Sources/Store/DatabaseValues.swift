import Advertising
import BeaconTracking
import FlockFinder
import Foundation
import GRDB
import GatewayModel

/// Encodings of values in the database. Invalid contents, which only damage can cause, fail when
/// they are read.

/// Stored as 16 bytes, most significant first.
extension ProximityUUID: DatabaseValueConvertible {
    public var databaseValue: DatabaseValue { Data(bytes).databaseValue }

    public static func fromDatabaseValue(_ value: DatabaseValue) -> ProximityUUID? {
        guard let blob = Data.fromDatabaseValue(value), blob.count == 16 else { return nil }
        return ProximityUUID(blob.reduce(UInt128(0)) { $0 << 8 | UInt128($1) })
    }
}

/// Stored as a 48-bit number.
extension BluetoothAddress: DatabaseValueConvertible {
    public var databaseValue: DatabaseValue { Int64(value).databaseValue }

    public static func fromDatabaseValue(_ value: DatabaseValue) -> BluetoothAddress? {
        Int64.fromDatabaseValue(value).map { BluetoothAddress(UInt64(bitPattern: $0)) }
    }
}

extension AddressType: DatabaseValueConvertible {}
extension ConfigDialect: DatabaseValueConvertible {}
extension DetectionMute.Kind: DatabaseValueConvertible {}
extension EventLevel: DatabaseValueConvertible {}
extension EventType: DatabaseValueConvertible {}
extension ExchangePhase: DatabaseValueConvertible {}
extension RegionState: DatabaseValueConvertible {}
extension PatternUndoCause: DatabaseValueConvertible {}
extension ProvisioningState: DatabaseValueConvertible {}
extension SyncOutcome: DatabaseValueConvertible {}
extension TableState: DatabaseValueConvertible {}
extension TransferPhase: DatabaseValueConvertible {}

/// Stored as `waiting` or `given_up`.
extension OutboxState: DatabaseValueConvertible {
    package var databaseValue: DatabaseValue { rawValue.replacing("-", with: "_").databaseValue }

    package static func fromDatabaseValue(_ value: DatabaseValue) -> OutboxState? {
        String.fromDatabaseValue(value).flatMap { OutboxState(rawValue: $0.replacing("_", with: "-")) }
    }
}
