@testable import BluetoothProxy
@testable import ESPHomeAPI

/// Clients of a Bluetooth proxy: frames, messages, sessions, and queries of multicast DNS.
@_cdecl("LLVMFuzzerTestOneInput")
package func fuzzProxyClients(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
    var input = FuzzInput(start, count)
    let kind = input.byte()
    if kind & 1 == 0 {
        session(&input, piece: Int(kind >> 1) + 1)
    } else {
        query(input.rest())
    }
    return 0
}

private let info = DeviceInfo(
    name: "perch-000000", friendlyName: "Perch", mac: "02:00:00:00:00:00", bluetoothMAC: "02:00:00:00:00:01",
    manufacturer: "Perch", model: "Gateway", project: "perch.gateway", projectVersion: "0", webPort: 0,
    isEncrypted: false)

private func session(_ input: inout FuzzInput, piece: Int) {
    let line = input.rest()
    let (whole, fault) = frames(line, piece: line.count + 1)
    let (parts, samePlace) = frames(line, piece: piece)
    claim(whole == parts && fault == samePlace, "any split gives the same frames")
    var session = APISession(info: info, server: "perch", now: .zero)
    var isClosed = false
    for (number, frame) in whole.enumerated() {
        var encoded = PlainFrames.encode(frame.type, frame.payload).map { $0[...] } ?? []
        claim((try? PlainFrames.take(&encoded)) == frame && encoded.isEmpty, "what is written is read as the same")
        session.heard(now: .seconds(number))
        for action in session.receive(frame) {
            claim(!isClosed, "nothing follows the end")
            switch action {
            case .send(let message): claim(message.payload.count < 1024, "answers are short")
            case .close: isClosed = true
            case .perform: claim(session.client != nil, "only a client that said hello is served")
            }
        }
        claim(session.deadline > .seconds(number) || session.client == nil, "a client that was heard has time")
    }
}

private func frames(_ line: [UInt8], piece: Int) -> ([Frame], TransportFault?) {
    var frames: [Frame] = []
    var waiting: [UInt8] = []
    for start in stride(from: 0, to: line.count, by: piece) {
        waiting += line[start..<min(start + piece, line.count)]
        var rest = waiting[...]
        do {
            while let frame = try PlainFrames.take(&rest) { frames.append(frame) }
        } catch {
            return (frames, error)
        }
        waiting = Array(rest)
    }
    return (frames, nil)
}

private func query(_ bytes: [UInt8]) {
    guard let query = DNSQuery(bytes) else { return }
    let service = MDNSService(info: info, port: 6053)
    let answers = service.answers(to: query, [[127, 0, 0, 1]])
    claim(Set(answers).count == answers.count && answers.count <= 6, "each answer comes once")
    claim(MDNSRecord.response(answers, to: query).count < 2048, "an answer fits a datagram")
}
