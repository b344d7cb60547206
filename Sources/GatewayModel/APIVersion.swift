/// Versions of the API and the program, which client and gateway send each other.
package enum APIVersion {
    /// Version of the API. It changes when clients of the previous version would misunderstand
    /// answers.
    package static let current = 1
    /// Header field with the API's version, in requests and answers.
    package static let header = "Perch-API"
    /// Header field with the program's version, in requests and answers.
    package static let programHeader = "Perch-Version"
    /// The program's version.
    package static let program = "0.3.0"
}
