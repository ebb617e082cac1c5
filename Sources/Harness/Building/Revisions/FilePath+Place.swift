import Glibc
import SystemPackage

extension FilePath {
  /// The same place without symbolic links and dots; where nothing is there, without dots alone.
  var resolved: FilePath {
    guard let path = realpath(string, nil) else { return lexicallyNormalized() }
    defer { free(path) }
    return FilePath(platformString: path)
  }

  /// The path from a folder to here; both without symbolic links. Nil where this is not in it.
  func place(in folder: FilePath) -> FilePath? {
    var place = self
    return place.removePrefix(folder) ? place : nil
  }
}
