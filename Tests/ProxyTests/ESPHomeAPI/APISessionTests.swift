import Testing

@testable import ESPHomeAPI

@Suite struct APISessionTests {
    private var session = APISession(info: Vectors.info, server: "perch 1.0", now: .zero)

    private mutating func receive(_ type: MessageType, _ payload: [UInt8] = []) -> [APISession.Action] {
        session.receive(Frame(type: type, payload: payload))
    }

    private mutating func hello(minor: UInt8 = 15) {
        _ = receive(.helloRequest, [10, 1, 0x61, 16, 1, 24, minor])
    }

    @Test("hello and authentication are answered, and what every device is asked")
    mutating func opening() {
        let hello = receive(.helloRequest, [10, 1, 0x61, 16, 1, 24, 15])
        #expect(hello == [.send(.helloResponse(server: "perch 1.0", name: "perch-a1b2c3"))])
        #expect(session.client == "a" && session.clientMinor == 15 && session.knowsShortUUIDs)
        let answers: [(MessageType, [APISession.Action])] = [
            (.authenticationRequest, [.send(.authenticationResponse)]),
            (.deviceInfoRequest, [.send(.deviceInfo(Vectors.info))]),
            (.listEntitiesRequest, [.send(.listEntitiesDone)]), (.pingRequest, [.send(.pong)]),
            (
                .deviceCapabilitiesRequest,
                [.send(.deviceCapabilities(.all, bluetoothMAC: Vectors.info.bluetoothMAC))]
            ),
            (.setEncryptionKeyRequest, [.send(.encryptionKeyResponse(success: false))]),
            (MessageType(rawValue: 20), []),
            (.subscribeConnectionsFreeRequest, [.perform(.subscribeConnectionsFree)]),
        ]
        for (type, expected) in answers {
            let actions = receive(type)
            #expect(actions == expected)
        }
        #expect(ProxyFeatures.all.rawValue == 0x77)
    }

    @Test("before the hello only ping, device information and goodbye are answered")
    mutating func early() {
        let actions = [MessageType.pingRequest, .deviceInfoRequest, .deviceRequest, .pingRequest].map { receive($0) }
        #expect(
            actions == [
                [.send(.pong)], [.send(.deviceInfo(Vectors.info))], [.close(.unexpected(.deviceRequest))], [],
            ])
    }

    @Test("goodbye is answered before the end, and the answer to the server's goodbye is the end")
    mutating func goodbye() {
        hello()
        let left = receive(.disconnectRequest)
        #expect(left == [.send(.disconnectResponse), .close(.left)])
        session = APISession(info: Vectors.info, server: "", now: .zero)
        hello()
        let dismissed = receive(.disconnectResponse)
        #expect(dismissed == [.close(.dismissed)])
    }

    @Test("a payload that is not protobuf ends the session")
    mutating func malformed() {
        hello()
        let actions = receive(.deviceRequest, [8])
        #expect(actions == [.close(.malformed(.deviceRequest))])
    }

    @Test("a client that says no hello is closed after 60 s, even if it sends bytes")
    mutating func noHello() {
        session.heard(now: .seconds(50))
        #expect(session.deadline == .seconds(60))
        let actions = [59, 60].map { session.tick(now: .seconds($0)) }
        #expect(actions == [[], [.close(.noHello)]])
    }

    @Test("a silent client is asked once after 60 s and closed after 150 s")
    mutating func silence() {
        hello()
        session.heard(now: .seconds(10))
        let asked = [69, 70, 71].map { session.tick(now: .seconds($0)) }
        #expect(asked == [[], [.send(.ping)], []] && session.deadline == .seconds(160))
        let closed = session.tick(now: .seconds(160))
        #expect(closed == [.close(.silent)])
        session = APISession(info: Vectors.info, server: "", now: .zero)
        hello()
        _ = session.tick(now: .seconds(60))
        session.heard(now: .seconds(61))
        let actions = session.tick(now: .seconds(120))
        #expect(actions.isEmpty && session.deadline == .seconds(121))
    }
}
