import Foundation
import Testing

/// A made-up /sys, /dev and udev for this process, by libumockdev. The real libudev reads it.
///
/// It needs umockdev's preloaded library, hence a process of its own: ``MockedUSBTests`` starts that one, and in it
/// ``isActive`` is true.
final class MockedUSB {
    static let marker = "PERCH_TESTS_UNDER_UMOCKDEV"
    static let isActive = ProcessInfo.processInfo.environment[marker] != nil
    static let library = "libumockdev.so.0"

    private typealias New = @convention(c) () -> OpaquePointer?
    private typealias AddFromFile =
        @convention(c) (OpaquePointer, UnsafePointer<CChar>, UnsafeMutableRawPointer?) -> CInt
    private typealias Send = @convention(c) (OpaquePointer, UnsafePointer<CChar>, UnsafePointer<CChar>) -> Void
    private typealias Remove = @convention(c) (OpaquePointer, UnsafePointer<CChar>) -> Void
    private typealias Release = @convention(c) (OpaquePointer) -> Void

    private let testbed: OpaquePointer
    private let addFromFile: AddFromFile
    private let send: Send
    private let remove: Remove
    private let release: Release

    init() throws {
        let library = try #require(dlopen(Self.library, RTLD_NOW))
        func symbol<Function>(_ name: String, _ type: Function.Type) throws -> Function {
            unsafeBitCast(try #require(dlsym(library, name)), to: type)
        }
        addFromFile = try symbol("umockdev_testbed_add_from_file", AddFromFile.self)
        send = try symbol("umockdev_testbed_uevent", Send.self)
        remove = try symbol("umockdev_testbed_remove_device", Remove.self)
        release = try symbol("g_object_unref", Release.self)
        testbed = try #require(try symbol("umockdev_testbed_new", New.self)())
    }

    deinit { release(testbed) }

    /// Plugs in what Fixtures/dongles.umockdev describes; a running monitor hears of it.
    func plugInDongles() throws {
        let fixture = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Fixtures/dongles.umockdev")
        try #require(addFromFile(testbed, fixture.path, nil) != 0)
    }

    /// Announces `action` for a device below /sys.
    func announce(_ action: String, _ device: String) { send(testbed, device, action) }

    /// Takes a device out of /sys without a word.
    func takeOut(_ device: String) { remove(testbed, device) }
}

/// What libudev sees belongs to the whole process, so these tests run one after another.
@Suite(.serialized, .enabled(if: MockedUSB.isActive, "needs umockdev: MockedUSBTests runs it in a process of its own"))
struct OnMockedUSB {}

@Suite struct MockedUSBTests {
    @Test(
        "the scanner and the monitor pass under umockdev",
        .enabled(if: dlopen(MockedUSB.library, RTLD_NOW) != nil, "libumockdev is not installed"),
        .disabled(if: MockedUSB.isActive, "this is that process"))
    func passes() throws {
        let child = Process()
        child.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        child.arguments = ["--testing-library", "swift-testing", "--filter", "OnMockedUSB"]
        child.environment = ProcessInfo.processInfo.environment.merging(
            ["LD_PRELOAD": "libumockdev-preload.so.0", MockedUSB.marker: "1"]) { $1 }
        let output = Pipe()
        child.standardOutput = output
        child.standardError = output
        try child.run()
        let report = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        child.waitUntilExit()
        #expect(child.terminationStatus == 0, "\(report)")
        // A filter that selects nothing succeeds as well.
        #expect(report.contains("Suite OnMockedUSB passed"), "\(report)")
    }
}
