/// The version of the API, which both sides tell the other.
package enum APIVersion {
    /// Changes when a client made for the one before would misunderstand.
    package static let current = 1
    /// Header field of requests and answers: the API's version.
    package static let header = "Perch-API"
    /// Header field of requests and answers: the program's version.
    package static let programHeader = "Perch-Version"
    /// The program's version.
    package static let program = "0.2.0"
}
