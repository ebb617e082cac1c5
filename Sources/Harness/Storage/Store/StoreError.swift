import Scenarios

/// A failure of a store, of the folder of saved baselines, or of a file to import.
public enum StoreError: Error, Equatable, CustomStringConvertible {
  case missing(path: String)
  case unnamed
  /// The path leads to no regular file, but to what `kind` says, such as `a folder`.
  case notAFile(path: String, kind: String)
  case unusable(path: String, reason: String)
  case readOnly(path: String, reason: String)
  case otherVersion(path: String)
  case foreign(path: String)
  /// The store has no such experiment; `known` are the latest names, and `nearest` may be meant.
  case noExperiment(reference: String, known: [String], nearest: String? = nil)
  case beingMeasured(number: Int64)
  case beingMerged(path: String)
  /// A process has locked the store's folder, and does not release it.
  case locked(folder: String, holder: String)
  /// The user asked to stop while Rehearse waited for another process, which `holder` names.
  case interrupted(holder: String)
  case damaged(what: String)
  /// There is no saved baseline of that name; `known` are those that exist.
  case noBaseline(String, folder: String, known: [String])
  case baselineUnreadable(file: String)
  case nothingToImport(folder: String)
  /// A file of measurements, or of a baseline, is invalid: the file as it was named, where, from 1, what was
  /// found and why it is refused, and what is allowed; empty if that is obvious.
  case malformed(file: String, line: Int, column: Int, found: String, allowed: String)

  /// A Boolean value indicating whether an experiment was requested by a name that none has.
  public var isUnknownName: Bool {
    if case .noExperiment(_, let known, _) = self { !known.isEmpty } else { false }
  }

  /// A Boolean value indicating whether the user asked to stop.
  public var isInterruption: Bool { if case .interrupted = self { true } else { false } }

  /// The failure and what to do.
  public var description: String {
    switch self {
    case .missing(let path):
      "There is no store at \(path). 'rehearse run' and 'rehearse import' make one; "
        + "--store names another."
    case .unnamed: "The store has an empty name; --store names a file."
    case .notAFile(let path, let kind):
      "\(path) is \(kind), which can't keep experiments; --store names a file."
    case .unusable(let path, let reason): "The store \(path) can't be used: \(reason)."
    case .readOnly(let path, let reason):
      "The store \(path) can be read, but not written: \(reason). --store names another."
    case .otherVersion(let path):
      "The store \(path) was written by another version of Rehearse. Nothing was changed in it; "
        + "use that version, or another store (--store)."
    case .foreign(let path):
      "\(path) is the database of another program. Nothing was changed in it; --store names the "
        + "file that keeps experiments."
    case .noExperiment(let reference, let known, let nearest):
      known.isEmpty
        ? "The store holds no experiment yet."
        : "There is no experiment '\(reference)'. The latest are \(known.joined(separator: ", "))."
          + (nearest.map { " Did you mean '\($0)'?" } ?? "")
    case .beingMeasured(let number):
      "Experiment \(number) is being measured by another process at this moment."
    case .beingMerged(let path):
      "Another process is merging into \(path) at this moment; wait for it, and merge again."
    case .locked(let folder, let holder):
      "The store can't be opened: \(holder) has locked the folder \(folder), and has held it for longer "
        + "than Rehearse ever does. End that process, or keep the store in another folder (--store)."
    case .interrupted(let holder): "Interrupted while waiting for \(holder)."
    case .damaged(let what): "The store holds \(what), which this version can't read."
    case .noBaseline(let name, let folder, let known):
      "There is no baseline '\(name)' in \(folder); known: "
        + "\(known.isEmpty ? "none" : known.joined(separator: ", "))."
        + "\(NearestName.hint(name, among: known)) 'rehearse baseline save \(name)' saves one."
    case .baselineUnreadable(let file): "The file \(file) can't be read."
    case .nothingToImport(let folder):
      "The folder \(folder) has no 'new/benchmark.json' at any depth; a folder to be imported is criterion's, "
        + "such as target/criterion."
    // `runs.csv:3:12: value 'abc' is no number; allowed: a finite number.`
    case .malformed(let file, let line, let column, let found, let allowed):
      "\(file):\(line):\(column): \(found)" + (allowed.isEmpty ? "." : "; allowed: \(allowed).")
    }
  }
}
