import DongleProtocol

/// Decodes and encodes the messages of the golden vectors.
struct MessageForm: Sendable {
    /// Returns the fields of a message, and the bytes that it encodes to.
    let decode: @Sendable (ArraySlice<UInt8>) throws -> (fields: JSON, encoded: [UInt8])

    static func plain<Message: WireMessage>(_: Message.Type) -> MessageForm {
        MessageForm { bytes in
            let message = try Message(decoding: bytes)
            return (LinkTests.fields(of: message), message.encoded())
        }
    }

    /// A RESPONSE: the status precedes the message.
    static func response<Message: WireMessage>(_: Message.Type) -> MessageForm {
        MessageForm { bytes in
            var (fields, encoded) = try plain(Message.self).decode(bytes.dropFirst(2))
            guard bytes.count >= 2, let low = bytes.first else { throw VectorError(key: "status") }
            let status = Int(low) | Int(bytes[bytes.startIndex + 1]) << 8
            fields["status"] = .number(status)
            encoded.insert(contentsOf: bytes.prefix(2), at: 0)
            return (fields, encoded)
        }
    }

    /// Message forms, by the names and forms of the vectors.
    static let all: [String: MessageForm] = {
        var forms: [String: MessageForm] = [
            "BOOT payload": plain(Boot.self), "GRANT payload": plain(Grant.self), "LOG payload": plain(LogLine.self),
            "DONE event": plain(Done.self), "CONNECTED event": plain(Connected.self),
            "DISCONNECTED event": plain(Disconnected.self), "NOTIFICATION event": plain(Notification.self),
            "INDICATION event": plain(Notification.self), "LOST event": plain(Lost.self),
            "SCAN_STATE event": plain(ScanState.self), "CONFIG_CHANGED event": plain(ConfigChanged.self),
            "DETECTION event": plain(Detection.self), "ADVERT_BATCH event": plain(AdvertBatch.self),
            "WIFI_BATCH event": plain(WifiBatch.self),
        ]
        for request in requests {
            add(request, to: &forms)
        }
        return forms
    }()

    static let requests: [any Request.Type] = [
        HelloRequest.self, PingRequest.self, InfoRequest.self, GetStateRequest.self, CancelRequest.self,
        IdentifyRequest.self, RebootRequest.self, ScanStartRequest.self, ScanStopRequest.self,
        WifiScanStartRequest.self, WifiScanStopRequest.self, ConnectRequest.self, DisconnectRequest.self,
        ExchangeMTURequest.self, DiscoverRequest.self, ReadRequest.self, WriteRequest.self, WriteCommandRequest.self,
        SubscribeRequest.self, ConfigBeginRequest.self, ConfigDataRequest.self, ConfigCommitRequest.self,
        ConfigSaveRequest.self, ConfigLoadRequest.self, ConfigResetRequest.self, ConfigStatRequest.self,
        ConfigReadRequest.self,
    ]

    private static func add<R: Request>(_: R.Type, to forms: inout [String: MessageForm]) {
        let name = R.operation.name ?? "?"
        forms["\(name) request"] = plain(R.self)
        if R.operation.isDeferred {
            forms["\(name) result"] = plain(R.Answer.self)
        } else {
            // The reply to HELLO contains its status itself.
            forms["\(name) response"] = R.operation == .hello ? plain(R.Answer.self) : response(R.Answer.self)
        }
    }
}
