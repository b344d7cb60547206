import ESPHomeAPI
import Randomness
import Testing

@testable import BluetoothProxy

@Suite struct MDNSTests {
    private let service = MDNSService(
        info: ProxyIdentity(id: "0011").info(friendlyName: "Bar", version: "1.0", webPort: 0, isEncrypted: true),
        port: 6053)
    private let addresses: [[UInt8]] = [[192, 0, 2, 1]]

    private func query(_ name: [String], _ type: UInt16, group: UInt16 = 1, known: [MDNSRecord] = []) -> [UInt8] {
        var bytes = MDNSRecord.big16(7) + [0, 0, 0, 1] + MDNSRecord.big16(UInt16(known.count)) + [0, 0, 0, 0]
        bytes += MDNSRecord.bytes(of: name) + MDNSRecord.big16(type) + MDNSRecord.big16(group)
        return bytes + known.flatMap { $0.bytes() }
    }

    @Test("a query for proxies gets every record, and one that knows this proxy gets none")
    func browse() throws {
        let asked = try #require(DNSQuery(query(MDNSService.type, DNSType.pointer)))
        #expect(service.answers(to: asked, addresses) == service.records(addresses))
        let knows = try #require(
            DNSQuery(query(MDNSService.type, DNSType.pointer, known: [service.records([])[0]])))
        #expect(service.answers(to: knows, addresses).isEmpty)
    }

    @Test("the host, the texts and the place are answered one by one, in any case of letters")
    func resolve() throws {
        let host = ["PERCH-" + service.info.name.dropFirst(6), "local"]
        let address = try #require(DNSQuery(query(host, DNSType.address, group: 0x8001)))
        #expect(address.questions.first?.wantsUnicast == true)
        #expect(service.answers(to: address, addresses).map(\.data) == [[192, 0, 2, 1]])
        let text = try #require(DNSQuery(query([service.info.name] + MDNSService.type, DNSType.text)))
        let data = String(decoding: service.answers(to: text, addresses)[0].data, as: UTF8.self)
        #expect(data.contains("mac=\(service.info.macDigits)") && data.contains("api_encryption=Noise_NNpsk0"))
        let other = try #require(DNSQuery(query(["printer", "local"], DNSType.address)))
        #expect(service.answers(to: other, addresses).isEmpty)
    }

    @Test("compressed names are read, and loops and cut messages are refused")
    func names() {
        var reader = DNSReader([1, 0x61, 0, 1, 0x62, 0xC0, 0])
        _ = reader.move(to: 3)
        let name = reader.name()
        #expect(name == ["b", "a"] && reader.position == 7)
        var loop = DNSReader([0xC0, 0])
        let endless = loop.name()
        #expect(endless == nil)
        let whole = query(MDNSService.type, DNSType.pointer)
        for count in 0..<whole.count { #expect(DNSQuery(Array(whole[..<count])) == nil) }
    }

    @Test("random messages are read or refused")
    func random() {
        var random = SplitMix64(seed: 1)
        for _ in 0..<20_000 {
            var bytes = query(MDNSService.type, DNSType.pointer, known: service.records(addresses))
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            if let query = DNSQuery(bytes) { _ = service.answers(to: query, addresses) }
        }
    }

    @Test("an identity stays, and differs from that of another dongle")
    func identity() {
        let (one, other) = (ProxyIdentity(id: "0011"), ProxyIdentity(id: "0012"))
        #expect(one.mac == ProxyIdentity(id: "0011").mac && one.mac != other.mac)
        #expect(one.mac != one.bluetoothMAC && one.mac.hasPrefix("02:") && one.mac.utf8.count == 17)
        #expect(one.name.utf8.count <= DeviceInfo.longestName && one.name == one.name.lowercased())
    }
}
