import Glibc

/// Returns the system's message for an errno.
package func systemMessage(_ code: Int32) -> String {
    String(cString: strerror(code))
}
