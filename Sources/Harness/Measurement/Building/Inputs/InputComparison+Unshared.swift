import Recording
import SystemPackage

/// The files that sides have for themselves.
extension InputComparison {
  /// The files that the stories of one side read or execute, and those of the other don't; without those too small to
  /// matter to the page cache.
  public var unsharedFiles: Set<FilePath> {
    let read = sides.map { side in
      Set(
        side.replayed.files.lazy.filter { file in
          (file.size ?? 0) >= 65_536 && file.uses.contains { $0 == .read || $0 == .executed }
        }.map { side.place($0.path) ?? FilePath($0.path) })
    }
    return read[0].symmetricDifference(read[1])
  }
}
