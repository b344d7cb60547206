import HTTPTypes

/// Prevents pages of other sites from using the gateway through a browser on this machine.
struct OriginRule: Sendable {
    /// The configured host.
    let host: String
    /// Further names under which clients may know the gateway, where other machines can reach it.
    let names: CertificateNames
    let isSecure: Bool

    init(host: String, names: CertificateNames = CertificateNames(), isSecure: Bool) {
        self.host = host
        self.names = names
        self.isSecure = isSecure
    }

    /// Refuses a `Host` field with a foreign name: another site may point a name of its own to this
    /// machine, and its page could then use the gateway through its reader's browser.
    ///
    /// Off loopback every address passes: a browser that was led to an address by a foreign name
    /// sends the name.
    ///
    /// - Throws: ``RequestError/hostNotAllowed(_:)``.
    func checkHost(_ field: String?) throws(RequestError) {
        guard let field, let named = Loopback.host(ofField: field), isOwn(named) else { throw .hostNotAllowed(field) }
    }

    private func isOwn(_ named: String) -> Bool {
        if Loopback.isLoopback(named) || named.lowercased() == host.lowercased() { return true }
        guard !Loopback.isLoopback(host) else { return false }
        // A name may end with a dot.
        return IPAddress(named) != nil || names.cover(named.hasSuffix(".") ? String(named.dropLast()) : named)
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
