import Recording
import Statistics
import Tables

extension Table {
  /// The files that both sides of a comparison read, and what was found; the system's are only counted.
  public static func inputs(
    _ sides: [SideRecord], _ finding: InputFinding?
  ) throws(TableError) -> Table {
    var rows: [String: InputRow] = [:]
    var ofSystem: Set<String> = []
    for (place, side) in sides.enumerated() {
      let readers = side.stories.reduce(into: [Int: [String]]()) { readers, story in
        for index in story.value { readers[index, default: []].append(story.key) }
      }
      for (index, file) in side.replayed.files.enumerated() where file.isContent {
        add(file, by: readers[index] ?? [], of: place)
      }
      for file in side.make?.files ?? [] where file.isContent { add(file, by: ["make"], of: place) }
    }
    func add(_ file: InputRecord.File, by readers: [String], of side: Int) {
      guard !isOfSystem(file.path) else {
        ofSystem.insert(file.path)
        return
      }
      rows[file.path, default: InputRow()].readers.formUnion(readers)
      rows[file.path, default: InputRow()].contents[side, default: []].insert(file.content)
    }
    let names = sides.map(\.build)
    let system = ofSystem.count.counted("file of the system was", "files of the system were")
    return try Table(
      title: "Files that were read",
      notes: [
        "Paths that begin with \(InputRecord.tree) are each side's own. \(system) "
          + "read, too; --json lists all files, and what was only looked for."
      ] + (finding.map(notes) ?? []),
      columns: [Column("File"), Column("Read by"), Column("Side")],
      rows: rows.sorted { $0.key < $1.key }.map { path, row in
        [.text(path), .text(row.readers.sorted().joined(separator: ", ")), row.side(of: names)]
      })
  }

  /// The facts that the files do not show.
  private static func notes(_ finding: InputFinding) -> [String] {
    var notes: [String] = []
    if let gap = finding.gap { notes.append("Not all is known: \(gap).") }
    if let unrun = finding.unrun, !unrun.isEmpty {
      notes.append(
        "Functions that differ, and that no story runs: \(unrun.joined(separator: ", ")).")
    }
    if let gap = finding.codeGap {
      notes.append("Whether a story runs a function that differs is not known: \(gap).")
    }
    return notes
  }

  private struct InputRow {
    var readers: Set<String> = []
    /// The hashes on each side; nil where the content is unknown.
    var contents: [Int: Set<String?>] = [:]

    func side(of names: [String]) -> Cell {
      if contents.count < names.count {
        return .text("'\(contents.keys.sorted().map { names[$0] }.joined(separator: ", "))' alone")
      }
      if contents.values.contains(where: { $0.contains(nil) }) {
        return .text("both, not known if the same", tone: .caution)
      }
      return Set(contents.values).count == 1
        ? .text("both, the same") : .text("both, different", tone: .caution)
    }
  }

  private static func isOfSystem(_ path: String) -> Bool {
    ["/usr/", "/lib/", "/lib64/", "/bin/", "/etc/", "/opt/"].contains(where: path.hasPrefix)
  }
}
