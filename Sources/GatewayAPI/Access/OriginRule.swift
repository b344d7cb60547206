import HTTPTypes

/// Prevents pages of other sites from using the gateway through a browser on this machine.
struct OriginRule: Sendable {
    /// The configured host.
    let host: String
    let isSecure: Bool

    /// Refuses a `Host` field with a foreign name: another site may point a name of its own to this
    /// machine.
    ///
    /// - Throws: ``RequestError/hostNotAllowed(_:)``.
    func checkHost(_ field: String?) throws(RequestError) {
        guard Loopback.isLoopback(host) else { return }
        guard let field, let named = Loopback.host(ofField: field),
            Loopback.isLoopback(named) || named.lowercased() == host.lowercased()
        else { throw .hostNotAllowed(field) }
    }

    /// Refuses a request that the browser may have sent for a page of another site. Used for
    /// requests with a session cookie.
    ///
    /// - Throws: ``RequestError/crossOrigin``.
    func checkOrigin(_ method: HTTPRequest.Method, host: String?, origin: String?, fetchSite: String?)
        throws(RequestError)
    {
        if let fetchSite, fetchSite != "same-origin", fetchSite != "none" { throw .crossOrigin }
        if let origin {
            guard let host, origin.lowercased() == (isSecure ? "https://" : "http://") + host.lowercased() else {
                throw .crossOrigin
            }
        }
        // Every browser states the origin of a request that changes something.
        if method != .get, origin == nil, fetchSite == nil { throw .crossOrigin }
    }
}
