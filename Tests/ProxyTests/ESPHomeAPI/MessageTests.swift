import Randomness
import Testing

@testable import ESPHomeAPI

@Suite struct MessageTests {
    private static let address: UInt64 = 0x4887_2D11_0001

    @Test("requests are read, in any order of fields and with fields that are not known")
    func requests() throws {
        let device = FieldWriter {
            $0.number(4, 1)
            $0.flag(3, true)
            $0.number(2, 5)
            $0.text(99, "later")
            $0.number(1, Self.address)
        }
        #expect(
            try ClientMessage(.deviceRequest, device.bytes[...])
                == .device(DeviceRequest(address: Self.address, action: .connectWithoutCache, addressType: 1)))
        let write = FieldWriter {
            $0.number(1, Self.address)
            $0.number(2, 17)
            $0.bytes(4, [1, 2])
        }
        #expect(
            try ClientMessage(.gattWriteRequest, write.bytes[...])
                == .write(address: Self.address, handle: 17, value: [1, 2], isAcknowledged: false))
        let descriptor = FieldWriter {
            $0.number(1, Self.address)
            $0.number(2, 18)
            $0.bytes(3, [1, 0])
        }
        #expect(
            try ClientMessage(.gattWriteDescriptorRequest, descriptor.bytes[...])
                == .write(address: Self.address, handle: 18, value: [1, 0], isAcknowledged: true))
        #expect(try ClientMessage(.subscribeAdvertsRequest, [8, 1]) == .subscribeAdverts(isRaw: true))
        #expect(try ClientMessage(.scannerSetModeRequest, [8, 1]) == .setScannerMode(.active))
        #expect(try ClientMessage(MessageType(rawValue: 9999), []) == .other(MessageType(rawValue: 9999)))
    }

    @Test("a handle that is no 16-bit number becomes 0")
    func handle() throws {
        let read = FieldWriter { $0.number(2, UInt64(65_536)) }
        #expect(try ClientMessage(.gattReadRequest, read.bytes[...]) == .read(address: 0, handle: 0))
    }

    @Test(
        "what is not protobuf is refused",
        arguments: [
            [8], [0, 0], [10, 5, 1], [15], [9, 1, 2, 3], [13, 1], [8] + [UInt8](repeating: 0xFF, count: 11),
            [10, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1],
        ] as [[UInt8]])
    func malformed(payload: [UInt8]) {
        #expect(throws: MessageFault(type: .helloRequest)) { try ClientMessage(.helloRequest, payload[...]) }
    }

    @Test("random bytes are read or refused")
    func random() {
        var random = SplitMix64(seed: 1)
        for _ in 0..<20_000 {
            let type = MessageType(rawValue: UInt32.random(in: 0...151, using: &random))
            let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            _ = try? ClientMessage(type, bytes[...])
        }
    }

    @Test("answers have the bytes of protobuf")
    func answers() {
        #expect(
            ServerMessage.helloResponse(server: "p", name: "n").payload == [8, 1, 16, 15, 26, 1, 0x70, 34, 1, 0x6E])
        #expect(
            ServerMessage.rawAdverts([RawAdvert(address: 1, rssiDBm: -60, addressType: 1, data: [2, 1, 6])]).payload
                == [10, 11, 8, 1, 16, 119, 24, 1, 34, 3, 2, 1, 6])
        #expect(
            ServerMessage.connectionsFree(free: 2, limit: 3, allocated: [300]).payload == [8, 2, 16, 3, 26, 2, 0xAC, 2])
        #expect(
            ServerMessage.gattError(address: 1, handle: 2, error: -1).payload
                == [8, 1, 16, 2, 24] + [UInt8](repeating: 0xFF, count: 9) + [1])
        #expect(
            ServerMessage.scannerState(.running, mode: .active, configured: .active).payload == [8, 2, 16, 1, 24, 1])
        #expect(ServerMessage.ping.payload.isEmpty)
    }

    @Test("UUIDs are short for clients that know short ones, and else two halves")
    func uuids() throws {
        let short = RemoteUUID(value: 0x180A << 96 | 0x0000_0000_0000_1000_8000_0080_5F9B_34FB, short: 0x180A)
        let service = RemoteService(uuid: short, handle: 1, characteristics: [])
        let new = ServerMessage.services(address: 1, [service], withShortUUIDs: true).payload
        #expect(new == [8, 1, 18, 5, 32, 0x8A, 0x30, 16, 1])
        let old = ServerMessage.services(address: 1, [service], withShortUUIDs: false).payload
        var halves = FieldReader.numbers(in: old)
        #expect(halves.removeFirst() == 0x0000_180A_0000_1000 && halves.first == 0x8000_0080_5F9B_34FB)
    }

    @Test("a long list comes in pieces and its end, and one that fits no frame not at all")
    func pieces() throws {
        func service(_ characteristics: Int) -> RemoteService {
            RemoteService(
                uuid: RemoteUUID(value: .max, short: nil), handle: 1,
                characteristics: (0..<characteristics).map {
                    .init(uuid: RemoteUUID(value: .max, short: nil), handle: UInt16($0), properties: 2, descriptors: [])
                })
        }
        let list = Array(repeating: service(10), count: 12)
        let messages = try #require(ServerMessage.services(of: 1, list, withShortUUIDs: true))
        #expect(messages.last == .servicesDone(address: 1) && messages.count > 2)
        #expect(messages.allSatisfy { $0.payload.count <= ServerMessage.servicesLength + 100 })
        #expect(ServerMessage.services(of: 1, [], withShortUUIDs: true) == [.servicesDone(address: 1)])
        #expect(ServerMessage.services(of: 1, [service(4_000)], withShortUUIDs: true) == nil)
    }
}

extension FieldReader {
    /// Numbers of the packed UUID of the first service in a message.
    fileprivate static func numbers(in message: [UInt8]) -> [UInt64] {
        guard let outer = try? FieldReader(message[...]), let service = outer.all(2).first,
            var packed = (try? FieldReader(service))?.all(1).first
        else { return [] }
        var numbers: [UInt64] = []
        while let number = try? Varint.take(&packed) { numbers.append(number) }
        return numbers
    }
}
