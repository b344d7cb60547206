import Advertising
import Concurrency
import DongleLink
import FlockFinder
import GatewayModel

/// FlockFinders that are listened to, over Bluetooth or a serial port.
extension DetectionService {
    /// FlockFinders at a time.
    package static let attachmentLimit = 8

    struct Attachment {
        /// Counts from the first.
        let number: Int
        var description: AttachedFlockFinder
        let target: Target
        let dongle: String?
        /// Readers that have asked for it. It ends with the last of them, unless it is kept.
        var readers: Set<String> = [] { didSet { description.watchers = readers.count } }
        /// The device that it is connected to or about to connect to; no other attachment has the same.
        var address: BluetoothAddress?
        /// Nil while it is not connected.
        var connection: GatewayConnection?
        /// What was on the serial port when it was open last.
        var device: DeviceOnUSB?
        /// Wakes it when the device is left to it again, or a port has come.
        let nudge = Signal()
        /// Of what it says, as in ``DetectedDevice/sources``; nil before it was connected.
        var source: (name: String, isSimulated: Bool)?
        var pairing = ReportPairing()
        let ending = Latch()
    }

    /// How a device is told from others on the air, or the path of its serial port.
    enum Target: Sendable, Hashable {
        case address(BluetoothAddress)
        case name(String)
        case serial(String)

        /// - Throws: ``DetectionError/notADevice(_:)``.
        init(_ text: String) throws(DetectionError) {
            if text.hasPrefix("serial:") {
                guard text.hasPrefix("serial:/") else { throw .notADevice(text) }
                self = .serial(String(text.dropFirst(7)))
            } else if let address = BluetoothAddress(text.replacing("-", with: ":")) {
                self = .address(address)
            } else {
                guard (1...Pattern.nameLimit).contains(text.utf8.count) else { throw .notADevice(text) }
                self = .name(text)
            }
        }

        func matches(_ sighting: Sighting, _ advert: ParsedAdvert) -> Bool {
            switch self {
            case .address(let address): sighting.address == address
            case .name(let name): advert.localName == name
            case .serial: false
            }
        }
    }

    /// Those that are listened to, or to be, in the order in which they were attached.
    package func attached() -> [AttachedFlockFinder] {
        // Ids end in chance.
        attachments.values.sorted { $0.number < $1.number }.map(\.description)
    }

    /// Listens to a FlockFinder until it is detached: connects as soon as it is heard, and again whenever the connection is lost.
    /// One that is listened to for readers only is kept from now on.
    ///
    /// - Throws: ``DetectionError``, ``GatewayError``.
    package func attach(_ request: AttachmentRequest) async throws -> AttachedFlockFinder {
        try await load()
        let target = try Target(request.device)
        let known = attachment(of: target)
        if let known, known.description.kept {
            throw DetectionError.alreadyAttached(request.device, id: known.description.id)
        }
        let id = try known?.description.id ?? begin(request, target)
        attachments[id]?.description.kept = true
        return attachments[id]?.description ?? AttachedFlockFinder(id: id, device: request.device, since: timeOfDay())
    }

    /// Listens to a FlockFinder for as long as a reader stays. One that is listened to already serves both.
    ///
    /// - Throws: ``DetectionError``, ``GatewayError``.
    func attach(_ request: AttachmentRequest, for reader: DetectionReader) throws {
        let target = try Target(request.device)
        let id = try attachment(of: target)?.description.id ?? begin(request, target)
        attachments[id]?.readers.insert(reader.name)
    }

    // MARK: Making room

    /// The device of that name that is listened to. While it is, it does not say its name.
    func address(named name: String) -> BluetoothAddress? { attachment(of: .name(name))?.address }

    /// Devices that are connected to, to be listened to.
    var connected: [BluetoothAddress] { attachments.values.compactMap { $0.connection == nil ? nil : $0.address } }

    /// Hangs up at a device that takes one connection at a time, and leaves it alone until ``resume(_:)``.
    func pause(_ address: BluetoothAddress) async {
        paused.insert(address)
        for attachment in attachments.values where attachment.address == address {
            // It may have ended by itself, or with the link.
            try? await attachment.connection?.disconnect()
        }
    }

    /// Listens again to a device that was left alone.
    func resume(_ address: BluetoothAddress) {
        paused.remove(address)
        for attachment in attachments.values { attachment.nudge.wake() }
    }

    /// A port has come, on which one of them may be.
    func portAppeared() {
        for attachment in attachments.values {
            if case .serial = attachment.target { attachment.nudge.wake() }
        }
    }

    private func attachment(of target: Target) -> Attachment? { attachments.values.first { $0.target == target } }

    /// - Returns: Its id.
    private func begin(_ request: AttachmentRequest, _ target: Target) throws -> String {
        guard attachments.count < Self.attachmentLimit else {
            throw DetectionError.tooManyAttached(limit: Self.attachmentLimit)
        }
        nextAttachment += 1
        let id = "f\(nextAttachment)-" + String(UInt32.random(in: .min ... .max), radix: 36)
        let description = AttachedFlockFinder(id: id, device: request.device, since: timeOfDay())
        attachments[id] = Attachment(
            number: nextAttachment, description: description, target: target, dongle: request.dongle)
        guard gateway.gateway?.join({ await self.follow(id) }) == true else {
            attachments[id] = nil
            throw GatewayError.stopping
        }
        return id
    }

    /// Ends what readers have asked for once the last of them has gone, however it went.
    func endUnwatched() async {
        while !Task.isCancelled {
            await readersChanged.wait()
            let present = Set(readers.all.map(\.name))
            for (id, attachment) in attachments where !attachment.readers.isSubset(of: present) {
                let left = attachment.readers.intersection(present)
                attachments[id]?.readers = left
                if left.isEmpty, !attachment.description.kept { end(id) }
            }
        }
    }

    /// Ends it, also for readers that have asked for it. What was found stays.
    ///
    /// - Throws: ``DetectionError/notAttached(_:)``.
    package func detach(_ id: String) throws(DetectionError) {
        guard attachments[id] != nil else { throw .notAttached(id) }
        end(id)
    }

    private func end(_ id: String) {
        guard var attachment = attachments.removeValue(forKey: id) else { return }
        attachment.ending.set()
        // What waits for its second half has none now.
        if let source = attachment.source {
            tell(attachment.pairing.finish(), source.name, isSimulated: source.isSimulated)
        }
    }
}
