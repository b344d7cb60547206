import ESPHomeAPI
import Foundation
import TestSupport
import Testing

@testable import BluetoothProxy

@Suite struct ProxyFileTests {
    private let folder: TemporaryFolder
    private let file: ProxyFile

    init() throws {
        folder = try TemporaryFolder()
        file = ProxyFile(folder: folder.path)
    }

    @Test("the key and the identity are made once and stay, for this user alone")
    func made() throws {
        let first = try file.record()
        #expect(try file.record().record == first.record)
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? NSNumber
        #expect(mode?.intValue == 0o600)
        #expect(!"\(first.record) \(first.key)".contains(first.key.base64))
    }

    @Test("a file that others can access is refused")
    func open() throws {
        try folder.file("esphome.json", "{}", mode: 0o640)
        #expect(throws: ProxyError.openFile(path: file.path, mode: 0o640)) { try file.record() }
    }

    @Test("a damaged file is refused", arguments: ["", "{", #"{"key":"AAAA","id":"1","ports":{}}"#])
    func damaged(text: String) throws {
        try folder.file("esphome.json", text)
        #expect(throws: ProxyError.badFile(path: file.path)) { try file.record() }
    }

    @Test("a folder that is not there is an error with its number")
    func missing() {
        let file = ProxyFile(folder: folder.path("none"))
        #expect(throws: ProxyError.cannotUseFile(path: file.path, errno: ENOENT)) { try file.record() }
    }
}
