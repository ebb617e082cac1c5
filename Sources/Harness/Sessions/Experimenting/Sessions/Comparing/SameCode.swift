import Building
import Foundation
import Programs
import Recording
import SystemPackage

/// The stories that run the same machine code on both sides, so that no linker can have moved any of it: one
/// program with other arguments or other data, or an interpreter with another script. A change in time is
/// then real, whatever the instructions say.
enum SameCode {
  /// Returns the stories for which that is known, from the records of the baseline and the candidate, and the
  /// places of their files.
  static func stories(_ records: [SideRecord], of sides: [SideInputs]) -> [String] {
    guard records.count == 2, sides.count == 2 else { return [] }
    let (one, other) = (records[0], records[1])
    guard one.replayed.isTraced, other.replayed.isTraced else { return [] }
    return Set(one.stories.keys).intersection(other.stories.keys).filter { story in
      let (a, b) = (files(of: story, one), files(of: story, other))
      return Set(a.keys).union(b.keys).allSatisfy { path in
        if let content = a[path]?.content, content == b[path]?.content { return true }
        // What only one side loads is code that may have moved, too.
        return [(a[path], sides[0]), (b[path], sides[1])].allSatisfy { file, side in
          file.map { !isMachineCode($0, of: side) } ?? true
        }
      }
    }.sorted()
  }

  /// Returns whether two builds without recorded inputs are one program with different arguments.
  static func isOneProgram(_ baseline: BuildRecord, _ candidate: BuildRecord) -> Bool {
    guard baseline.layouts.isEmpty, candidate.layouts.isEmpty else { return false }
    if let hash = baseline.sha256 { return hash == candidate.sha256 }
    guard let files = baseline.files, !files.isEmpty else { return false }
    return files == candidate.files
  }

  private static func files(of story: String, _ record: SideRecord) -> [String: InputRecord.File] {
    let places = record.stories[story] ?? []
    let files = places.map { record.replayed.files[$0] }.filter(\.isContent)
    return Dictionary(files.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns whether the processor runs a file, as a program or a library; an unreadable file may be one.
  private static func isMachineCode(_ file: InputRecord.File, of side: SideInputs) -> Bool {
    let path = side.place(file.path) ?? FilePath(file.path)
    // A folder can be opened, too.
    return !path.isFolder && (try? ProgramImage.isELF(path)) ?? true
  }
}
