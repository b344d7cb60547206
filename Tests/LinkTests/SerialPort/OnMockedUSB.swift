import Foundation
import TestSupport
import Testing

/// libudev's view belongs to the whole process, so these tests run one after another.
@Suite(.serialized, .enabled(if: MockedUSB.isActive, "needs umockdev: MockedUSBTests runs it in a process of its own"))
struct OnMockedUSB {}

@Suite struct MockedUSBTests {
    @Test(
        "the scanner and the monitor pass under umockdev",
        .enabled(if: MockedUSB.isInstalled, "libumockdev is not installed"),
        .disabled(if: MockedUSB.isActive, "this is that process"))
    func passes() throws {
        let (hasPassed, report) = try MockedUSB.run("OnMockedUSB")
        #expect(hasPassed, "\(report)")
    }
}

extension MockedUSB {
    /// Plugs in the dongles of Fixtures/dongles.umockdev.
    func plugInDongles() throws {
        try plugIn(
            file: Checkout.file("Tests/LinkTests/SerialPort/Fixtures/dongles.umockdev").path)
    }
}
