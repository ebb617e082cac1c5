import Glibc
import Recording
import SystemPackage

/// A run failed, so there is nothing to tell.
struct Unmeasured: Error, CustomStringConvertible {
  let run: Run
  var description: String {
    "a run of '\(run.story)' failed: \(run.failure?.message ?? "it has no CPU time")"
      + (run.failure?.standardError ?? "")
  }
}

/// The user asked to stop.
struct Stopped: Error, CustomStringConvertible {
  let description = "stopped"
}

extension FilePath {
  /// The same from the root, since drivers work in another folder.
  var absolute: String {
    get throws {
      if isAbsolute { return string }
      guard let folder = getcwd(nil, 0) else { throw Errno(rawValue: errno) }
      defer { free(folder) }
      return FilePath(String(cString: folder)).pushing(self).string
    }
  }
}
