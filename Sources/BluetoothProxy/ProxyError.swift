/// Reason why there are no Bluetooth proxies.
package enum ProxyError: Error, Sendable, Hashable {
    /// The address cannot be listened on.
    case cannotListen(host: String, port: Int, errno: Int32)
    /// The file with the key cannot be read or written.
    case cannotUseFile(path: String, errno: Int32)
    /// The file with the key is damaged, or is no regular file.
    case badFile(path: String)
    /// Other users can access the file with the key; `mode` is its mode.
    case openFile(path: String, mode: UInt16)
}
