import Programs
import Recording
import SystemPackage

/// The check that an attempt does not look up what is expected of it.
extension InputComparison {
  /// Finds stories that read the scenario file, or a copy of it (with this SHA-256, hexadecimal), on the candidate's
  /// side alone. One that reads it on both sides is left out: its driver may need it.
  /// - Returns: a path that each reads, as in its record, by the stories' names.
  public func scenariosRead(of file: FilePath, sha256: String) -> [String: String] {
    let paths = paths(of: file)
    func path(in inputs: TracedInputs, of side: SideInputs) -> String? {
      inputs.record.files.first { input in
        input.isContent
          && (input.content == sha256
            || paths.contains(side.place(input.path)?.string ?? input.path))
      }?.path
    }
    var read: [String: String] = [:]
    for (story, inputs) in candidate.stories {
      guard let twin = baseline.stories[story], path(in: twin, of: baseline) == nil else {
        continue
      }
      read[story] = path(in: inputs, of: candidate)
    }
    return read
  }

  /// The paths of a file in the user's own work tree and in those of both sides, also without symbolic links.
  private func paths(of file: FilePath) -> Set<String> {
    var paths = [file]
    if let repository, let place = file.resolved.place(in: repository.top.resolved) {
      paths += sides.compactMap { $0.tree?.pushing(place) }
    }
    return Set(paths.flatMap { [$0.string, $0.resolved.string] })
  }
}
