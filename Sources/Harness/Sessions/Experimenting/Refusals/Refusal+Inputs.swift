import Analysis
import Building
import Programs
import Recording

/// Refusals of sides that don't each use their own files.
extension Refusal {
  private static let mostNamed = 5

  /// Both sides use the same file, although each should have its own.
  static func shared(
    _ files: [SharedInput], by baseline: String, and candidate: String
  ) -> Refusal {
    var lines: [String] = []
    for (place, file) in files.enumerated() {
      // The same file of both sides takes one line.
      let twin = files.firstIndex { $0.isTwin(of: file) }
      if let twin, twin < place { continue }
      lines.append(file.words(ofBoth: files.contains { $0 != file && $0.isTwin(of: file) }))
    }
    let named = lines.prefix(mostNamed).map { "\n  \($0)" }.joined()
    let more = lines.count > mostNamed ? "\n  … and \(lines.count - mostNamed) more." : ""
    let example = files[0].allowance
    return incomparable(
      "Not comparable: '\(baseline)' and '\(candidate)' share what each should have for itself, so nothing "
        + "was measured.\(named)\(more)\n\(files[0].advice) If both may share it: --allow-shared \(example)"
    )
  }
}

extension SharedInput {
  /// The displayed path: from the repository's top if it is inside.
  private var name: String {
    switch reason {
    case .ofWorkTree(let place, _), .untracked(let place, _): place
    default: InputRecord.placeInTree(path) ?? path
    }
  }

  fileprivate var allowance: String { name }

  /// Returns whether another is the same file for the same reason, of either side.
  fileprivate func isTwin(of other: SharedInput) -> Bool {
    guard path == other.path else { return false }
    return switch (reason, other.reason) {
    case (.ofWorkTree, .ofWorkTree), (.untracked, .untracked), (.madeBy, .madeBy): true
    case (.handedOn(let one, _), .handedOn(let two, _)): one == two
    case (.socket(let one, _), .socket(let two, _)): one == two
    default: self == other
    }
  }

  /// A sentence about the event: about both sides if it is the same for them.
  fileprivate func words(ofBoth isOfBoth: Bool) -> String {
    func on(_ story: String, _ side: String) -> String {
      isOfBoth ? "'\(story)'" : "'\(story)' on '\(side)'"
    }
    return switch reason {
    case .ofWorkTree(_, let side):
      "\(name): \(isOfBoth ? "both sides read" : "'\(side)' reads") it in your own work tree (\(path)), and it "
        + "differs between the revisions."
    case .untracked(_, let side):
      "\(name): \(isOfBoth ? "both sides run" : "'\(side)' runs") it from your own work tree (\(path)); no "
        + "revision has it."
    case .ofOtherSide(let side): "\(name): '\(side)' reads it in the folder of another side."
    case .madeBy(let side):
      "\(name): \(isOfBoth ? "the makes of both sides" : "the make of '\(side)'") wrote it, and the stories of both sides read it."
    case .takenFromMake(let maker, let reader, let instead):
      "\(name): the make of '\(maker)' wrote it, and that of '\(reader)' read it instead of its own "
        + "\(instead). Is the build kept outside the work tree?"
    case .keptByDaemon:
      "\(name): the makes and the stories of both sides use it, so the image of one side may have replaced that "
        + "of the other."
    case .leftBy(let story, let side, let reader):
      "\(name): '\(story)' on '\(side)' wrote it, and '\(reader)' read it."
    case .handedOn(let story, let side):
      "\(name): \(on(story, side)) wrote it when it was missing, and its next run found it, so the "
        + "first run does different work from all later ones."
    case .socket(let story, let side):
      "\(name): \(on(story, side)) listens there, outside of its own folder, so the other side may "
        + "be answered by it."
    }
  }

  fileprivate var advice: String {
    switch reason {
    case .ofWorkTree, .untracked, .ofOtherSide:
      "Let each side find its own: by paths from the scenario's folder ('${scenario}/…') rather than by "
        + "PATH, PYTHONPATH, LD_LIBRARY_PATH, an editable install, a link or an absolute path; or let "
        + "'make' install it into the side's folder."
    case .madeBy, .takenFromMake:
      "Let 'make' write into the side's own folder: a relative path, or '${scenario}/…'."
    case .keptByDaemon:
      "Let each side run its own image: 'docker build --iidfile image .' in 'make', and 'docker run $(cat "
        + "image)' in a step. Then both may share the daemon."
    case .leftBy, .handedOn:
      "Let it be written below the run's own folder, TMPDIR or HOME, or let the story's first step remove "
        + "it."
    case .socket:
      "Let it listen in the run's own folder, TMPDIR, or make it a service of the scenario."
    }
  }
}
