import Programs
import Recording
import SystemPackage

extension InputComparison {
  /// The stories whose runs, of either side, may be made at the same time.
  public var separateStories: Set<String> { sides.separateStories }

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

extension [SideInputs] {
  /// The stories whose runs can't meet those of any other, as far as their records tell: they use no socket outside,
  /// and what they write outside of their own folders, use there, or claim, no other recorded run writes or claims.
  /// Caches that are checked each time do not count.
  public var separateStories: Set<String> {
    let runs = flatMap { side in
      side.stories.map { (story: $0.key, inputs: $0.value, side: side) }
    }
    /// The runs that wrote each path, or something in a folder, or moved what is below a path, by their places.
    var writers: [String: Set<Int>] = [:]
    var movers: [String: Set<Int>] = [:]
    var inFolders: [String: Set<Int>] = [:]
    for (place, run) in runs.enumerated() {
      for path in run.inputs.written.union(run.inputs.claimed)
      where !InputComparison.isCheckedCache(path) {
        writers[path, default: []].insert(place)
        inFolders[FilePath(path).removingLastComponent().string, default: []].insert(place)
      }
      for path in run.inputs.moved where !InputComparison.isCheckedCache(path) {
        movers[path, default: []].insert(place)
      }
    }
    var (separate, meeting) = (Set<String>(), Set<String>())
    for (place, run) in runs.enumerated() {
      func isOfOthers(_ runs: Set<Int>?) -> Bool { !(runs ?? []).isSubset(of: [place]) }
      func isChanged(_ path: String) -> Bool {
        isOfOthers(writers[path])
          || !movers.isEmpty && InputComparison.isMoved(path) { isOfOthers(movers[$0]) }
      }
      let record = run.inputs.record
      let meets =
        !record.isTraced || !record.sockets.isEmpty
        || run.inputs.written.contains(where: isChanged)
        || run.inputs.claimed.union(run.inputs.sought).contains(where: isChanged)
        || record.files.contains { file in
          let path = run.side.place(file.path)?.string ?? file.path
          return isChanged(path) || file.uses.contains(.listed) && isOfOthers(inFolders[path])
        }
      if meets { meeting.insert(run.story) } else { separate.insert(run.story) }
    }
    return separate.subtracting(meeting)
  }

  /// Those of them that can't meet on another checkout either: Python writes bytecode beside modules when they are
  /// first imported there, and two stories may import the same.
  public var separateAnywhere: Set<String> {
    let importers = flatMap { side in
      side.stories.filter { $0.value.record.files.contains { InputComparison.isBytecode($0.path) } }
        .keys
    }
    return separateStories.subtracting(importers)
  }
}
