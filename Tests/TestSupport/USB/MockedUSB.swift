import Foundation
import Glibc

/// A made-up /sys, /dev and udev for this process and its children, by libumockdev. The real
/// libudev reads it.
///
/// It needs umockdev's preloaded library, hence a process of its own: ``run(_:)`` starts one for
/// the tests that need it; there ``isActive`` is true.
package final class MockedUSB {
    package static let isActive = ProcessInfo.processInfo.environment[marker] != nil
    package static let isInstalled = dlopen(library, RTLD_NOW) != nil

    /// umockdev lacks something, or refused a device.
    package struct Failed: Error {}

    private static let marker = "TESTS_UNDER_UMOCKDEV"
    private static let library = "libumockdev.so.0"

    private typealias New = @convention(c) () -> OpaquePointer?
    private typealias AddFromFile =
        @convention(c) (OpaquePointer, UnsafePointer<CChar>, UnsafeMutableRawPointer?) -> CInt
    private typealias AddFromString = AddFromFile
    private typealias Send = @convention(c) (OpaquePointer, UnsafePointer<CChar>, UnsafePointer<CChar>) -> Void
    private typealias Remove = @convention(c) (OpaquePointer, UnsafePointer<CChar>) -> Void
    private typealias Root = @convention(c) (OpaquePointer) -> UnsafeMutablePointer<CChar>
    private typealias Release = @convention(c) (OpaquePointer) -> Void

    /// The folder that stands for `/`.
    package let root: String
    private let testbed: OpaquePointer
    private let addFromFile: AddFromFile
    private let addFromString: AddFromString
    private let send: Send
    private let remove: Remove
    private let release: Release

    package init() throws {
        let library = try Self.present(dlopen(Self.library, RTLD_NOW))
        func symbol<Function>(_ name: String, _ type: Function.Type) throws -> Function {
            unsafeBitCast(try Self.present(dlsym(library, name)), to: type)
        }
        addFromFile = try symbol("umockdev_testbed_add_from_file", AddFromFile.self)
        addFromString = try symbol("umockdev_testbed_add_from_string", AddFromString.self)
        send = try symbol("umockdev_testbed_uevent", Send.self)
        remove = try symbol("umockdev_testbed_remove_device", Remove.self)
        release = try symbol("g_object_unref", Release.self)
        testbed = try Self.present(try symbol("umockdev_testbed_new", New.self)())
        let text = try symbol("umockdev_testbed_get_root_dir", Root.self)(testbed)
        root = String(cString: text)
        free(text)
    }

    deinit { release(testbed) }

    /// Plugs in the devices that a file in umockdev's format describes, and announces them through
    /// udev.
    package func plugIn(file: String) throws { try Self.check(addFromFile(testbed, file, nil) != 0) }

    /// Plugs in the devices that a text in umockdev's format describes, and announces them through
    /// udev.
    package func plugIn(_ description: String) throws { try Self.check(addFromString(testbed, description, nil) != 0) }

    /// Announces `action` for a device below /sys.
    package func announce(_ action: String, _ device: String) { send(testbed, device, action) }

    /// Removes a device from /sys without an announcement.
    package func takeOut(_ device: String) { remove(testbed, device) }

    private static func present<Value>(_ value: Value?) throws -> Value {
        guard let value else { throw Failed() }
        return value
    }

    private static func check(_ isDone: Bool) throws {
        if !isDone { throw Failed() }
    }

    /// Runs the suite of that name from the calling test bundle in a process where ``isActive`` is
    /// true.
    ///
    /// - Returns: Whether it ran and passed, and its output.
    package static func run(_ suite: String) throws -> (hasPassed: Bool, report: String) {
        let child = Process()
        child.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        child.arguments = ["--testing-library", "swift-testing", "--filter", suite]
        child.environment = ProcessInfo.processInfo.environment.merging(
            ["LD_PRELOAD": "libumockdev-preload.so.0", marker: "1"]) { $1 }
        let output = Pipe()
        child.standardOutput = output
        child.standardError = output
        try child.run()
        let report = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        child.waitUntilExit()
        // A filter that selects nothing succeeds as well.
        return (child.terminationStatus == 0 && report.contains("Suite \(suite) passed"), report)
    }
}
