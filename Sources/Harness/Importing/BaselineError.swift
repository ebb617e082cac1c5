import Scenarios

/// A saved baseline that is not there, or can't be used.
public enum BaselineError: Error, Equatable, CustomStringConvertible {
  /// There is none of that name; these there are.
  case missing(String, folder: String, known: [String])
  /// The file or folder can't be read.
  case unreadable(file: String)
  /// The file holds no baseline: where, and why.
  case damaged(ImportError)

  /// What is wrong, and what to do.
  public var description: String {
    switch self {
    case .missing(let name, let folder, let known):
      let near = NearestName.of(name, among: known).map { " Did you mean '\($0)'?" } ?? ""
      let there = known.isEmpty ? "none" : known.joined(separator: ", ")
      return "There is no baseline '\(name)' in \(folder); there is \(there).\(near) "
        + "'rehearse baseline save \(name)' saves one."
    case .unreadable(let file): return "The file \(file) can't be read."
    case .damaged(let error): return error.description
    }
  }
}
