extension DevBackend {
    /// Moments of a request at which watchers are called.
    package enum RequestMoment: String, Sendable, CaseIterable {
        /// The request has arrived completely, and nothing of it is carried out.
        case arrived
        /// The request is carried out, and not answered yet.
        case carriedOut = "carried-out"
    }
}
