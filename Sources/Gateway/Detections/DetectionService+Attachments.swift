import Advertising
import Concurrency
import DongleLink
import FlockFinder
import GatewayModel

/// FlockFinders that this host listens to (attachments), over Bluetooth or a serial port.
extension DetectionService {
    /// Largest number of FlockFinders at a time.
    package static let attachmentLimit = 8

    struct Attachment {
        /// Number in the order of attachment.
        let number: Int
        var description: AttachedFlockFinder
        let target: Target
        let dongle: String?
        /// Readers that asked for the attachment. It ends with the last of them, unless it was
        /// attached to stay.
        var readers: Set<String> = [] { didSet { description.watchers = readers.count } }
        /// Device that is connected, or about to be; no other attachment has the same one.
        var address: BluetoothAddress?
        /// Connection to the device; nil while there is none.
        var connection: GatewayConnection?
        /// Device that was on the serial port when it was last open.
        var device: DeviceOnUSB?
        /// Wakes the attachment when its device is no longer paused, or when a port has appeared.
        let nudge = Signal()
        /// Source of the device's reports, as in ``DetectedDevice/sources``; nil before the first
        /// connection.
        var source: (name: String, isSimulated: Bool)?
        var pairing = ReportPairing()
        let ending = Latch()
    }

    /// Address or name of a FlockFinder on the air, or path of its serial port.
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

    /// Returns the attachments, connected or not, in the order in which they were made.
    package func attached() -> [AttachedFlockFinder] {
        // Ids end in a random part, so they cannot be sorted by.
        attachments.values.sorted { $0.number < $1.number }.map(\.description)
    }

    /// Attaches a FlockFinder until it is detached: connects as soon as it is heard, and again
    /// whenever the connection is lost. An attachment that exists only for readers stays from now
    /// on.
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

    /// Attaches a FlockFinder for as long as a reader stays. An existing attachment serves both.
    ///
    /// - Throws: ``DetectionError``, ``GatewayError``.
    func attach(_ request: AttachmentRequest, for reader: DetectionReader) throws {
        let target = try Target(request.device)
        let id = try attachment(of: target)?.description.id ?? begin(request, target)
        attachments[id]?.readers.insert(reader.name)
    }

    // MARK: Other users of a device

    /// Returns the address of the attached device of that name. While connected, it does not
    /// advertise its name.
    func address(named name: String) -> BluetoothAddress? { attachment(of: .name(name))?.address }

    /// Addresses of the attached devices that are connected.
    var connected: [BluetoothAddress] { attachments.values.compactMap { $0.connection == nil ? nil : $0.address } }

    /// Disconnects a device, which takes one connection at a time, and does not connect again until
    /// ``resume(_:)``.
    func pause(_ address: BluetoothAddress) async {
        paused.insert(address)
        for attachment in attachments.values where attachment.address == address {
            // The connection may have ended by itself, or with the link.
            try? await attachment.connection?.disconnect()
        }
    }

    /// Lets the attachment of a paused device connect again.
    func resume(_ address: BluetoothAddress) {
        paused.remove(address)
        for attachment in attachments.values { attachment.nudge.wake() }
    }

    /// Wakes the serial attachments, because one of their devices may be on a port that has
    /// appeared.
    func portAppeared() {
        for attachment in attachments.values {
            if case .serial = attachment.target { attachment.nudge.wake() }
        }
    }

    private func attachment(of target: Target) -> Attachment? { attachments.values.first { $0.target == target } }

    /// - Returns: Id of the attachment.
    private func begin(_ request: AttachmentRequest, _ target: Target) throws -> String {
        guard attachments.count < Self.attachmentLimit else {
            throw DetectionError.tooManyAttached(limit: Self.attachmentLimit)
        }
        nextAttachment += 1
        let id = "f\(nextAttachment)-" + String(UInt32.random(in: .min ... .max), radix: 36)
        let description = AttachedFlockFinder(id: id, device: request.device, since: timeOfDay())
        attachments[id] = Attachment(
            number: nextAttachment, description: description, target: target, dongle: request.dongle)
        guard gateway.gateway?.pool.join({ await self.follow(id) }) == true else {
            attachments[id] = nil
            throw GatewayError.stopping
        }
        return id
    }

    /// Ends each attachment that only readers asked for once the last of them has gone, for
    /// whatever reason.
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

    /// Ends an attachment, also for the readers that asked for it. Its detections are kept.
    ///
    /// - Throws: ``DetectionError/notAttached(_:)``.
    package func detach(_ id: String) throws(DetectionError) {
        guard attachments[id] != nil else { throw .notAttached(id) }
        end(id)
    }

    private func end(_ id: String) {
        guard var attachment = attachments.removeValue(forKey: id) else { return }
        attachment.ending.set()
        // Reports that still wait for their second half are passed on without it.
        if let source = attachment.source {
            tell(attachment.pairing.finish(), source.name, isSimulated: source.isSimulated)
        }
    }
}
