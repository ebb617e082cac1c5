import Glibc

/// Every way a keychain can be refused or fail.
public enum KeychainError: Error, Hashable, Sendable {
  /// One of its two files could not be used.
  case file(PrivateFileError)
  /// The file is not as the keychain wrote it; `reason` says where it differs.
  case damaged(path: String, reason: String)
  /// The file was written with another key than the one beside it.
  case wrongKey(path: String, key: String)
  /// The keychain has no login for the server.
  case noLoginKept(server: String)
  /// libsodium could not be initialised.
  case cryptographyFailed
}

/// Every way a file that its owner alone may read can be refused or fail.
public enum PrivateFileError: Error, Hashable, Sendable {
  /// `operation` is what the system refused with `errno`.
  case failed(path: String, operation: String, errno: Int32)
  /// The file's mode is not 0600.
  case mode(path: String, mode: UInt32)
  /// The file has more bytes than are read; nil while it still grows.
  case tooLarge(path: String, bytes: Int?)
}

extension PrivateFileError {
  /// The refusal and the reason; `kind` is what the file is to its reader, such as "keychain file".
  package func words(_ kind: String) -> String {
    switch self {
    case .failed(let path, let operation, let code):
      "Cannot \(operation) the \(kind) \(path): \(String(cString: strerror(code)))."
    case .mode(let path, let mode):
      "Cannot use the \(kind) \(path): its mode is 0\(String(mode, radix: 8)), not 0600."
    case .tooLarge(let path, let bytes):
      "Cannot use the \(kind) \(path): it is damaged, "
        + (bytes.map { "it has \($0) bytes" } ?? "it is still growing") + "."
    }
  }
}

extension KeychainError: CustomStringConvertible {
  /// The refused call and the reason, for the user to read.
  public var description: String {
    switch self {
    case .file(let error): error.words("keychain file")
    case .damaged(let path, let reason):
      "Cannot use the keychain file \(path): it is damaged, \(reason)."
    case .wrongKey(let path, let key):
      "Cannot open the keychain file \(path): it was closed with another key than \(key)."
    case .noLoginKept(let server):
      "Cannot connect to \(server): the keychain has no login for it."
    case .cryptographyFailed:
      "Cannot initialise the cryptography: libsodium failed, most likely for want of memory."
    }
  }
}
