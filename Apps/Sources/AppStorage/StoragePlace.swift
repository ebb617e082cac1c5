import Glibc

/// The file system around a store that could not be opened: SQLite says no more than that it is
/// "unable to open database file".
package struct StoragePlace {
  private let path: String

  package init(_ path: String) { self.path = path }

  /// The folder that is to hold the store, where it does not exist.
  package var missingFolder: String? { access(folder, F_OK) != 0 ? folder : nil }

  /// A Boolean value indicating whether the file or its folder may not be written.
  package var isReadOnly: Bool { Self.isReadOnly(path) || Self.isReadOnly(folder) }

  private var folder: String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func isReadOnly(_ path: String) -> Bool {
    access(path, W_OK) != 0 && (errno == EROFS || errno == EACCES || errno == EPERM)
  }
}
