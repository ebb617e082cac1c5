import MetricCatalog
import Recording

/// Runs that were read from files.
public struct ImportedMeasurements: Sendable, Equatable {
  /// The runs, in the order in which the files name them.
  public var runs: [Run] = []
  /// What was passed over, in words: a row that stands in a file twice.
  public var warnings: [String] = []

  /// None yet.
  public init() {}

  /// The stories, in the order in which they first occur.
  public var stories: [String] { runs.map(\.story).uniqued }
  /// The builds, in the order in which they first occur.
  public var builds: [String] { runs.map(\.build).uniqued }
  /// How many rounds the runs are of: a file may name any numbers, and leave some out.
  public var rounds: Int { Set(runs.map(\.round)).count }

  /// How many layouts of the builds' code the runs are of.
  public var layouts: Int { max(1, runs.map(\.layout).max() ?? 1) }

  /// Adds the measurements of a file; its header tells the form.
  /// - Parameters:
  ///   - text: the file's content.
  ///   - file: the file's name, for error messages.
  ///   - build: the build that a file without a column `build` is about.
  /// - Throws: ``ImportError``.
  public mutating func add(_ text: String, file: String, build: String) throws(ImportError) {
    let table = try CSVTable(text, file: file)
    let names = table.header.map(\.text)
    guard let form = Self.forms.first(where: { $0.columns == names }) else {
      throw table.error(
        table.header[0], "unknown columns '\(names.joined(separator: ","))'",
        allowed: Self.forms.map { "'\($0.columns.joined(separator: ","))'" }
          .joined(separator: " or "))
    }
    var rows = RunCollector(table: table, after: runs)
    for row in table.rows { try form.read(row, build, &rows) }
    for run in rows.runs {
      var run = run
      run.position = runs.count + 1
      runs.append(run)
    }
    warnings += rows.warnings
  }

  private static let forms: [any MeasurementForm.Type] = [
    LongForm.self, ExportedForm.self, ProfilerForm.self,
  ]
}

/// A way to lay out measurements in columns.
protocol MeasurementForm: SendableMetatype {
  static var columns: [String] { get }
  /// Reads one row; `build` is the build where the row names none.
  static func read(_ row: [CSVTable.Field], _ build: String, _ runs: inout RunCollector)
    throws(ImportError)
}

extension Array where Element: Hashable {
  /// Each element once, where it first stands.
  fileprivate var uniqued: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
