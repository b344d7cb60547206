extension DevBackend {
    /// When those who watch are told of a request to the API.
    package enum RequestMoment: String, Sendable, CaseIterable {
        /// It has come in whole, and nothing of it is carried out.
        case arrived
        /// What it does is done, and nothing is answered.
        case carriedOut = "carried-out"
    }
}
