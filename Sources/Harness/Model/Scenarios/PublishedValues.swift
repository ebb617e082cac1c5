import Metrics

/// Measurements that others have published for the same stories, for comparison with those made here.
///
/// Times differ between machines, so ratios of two builds are compared, not times.
public struct PublishedValues: Sendable, Equatable {
  /// The origin of the measurements, for people to read.
  public var title: String
  /// The file, relative to the scenario's folder: columns build, story, metric, unit, run, value.
  public var file: String
  /// The ratio of this scenario's builds to compare theirs with.
  public var here: BuildRatio
  /// Their ratios, one per column.
  public var there: [Column]

  /// A ratio from the file, with its heading.
  public struct Column: Sendable, Equatable {
    /// The heading of the column.
    public var title: String
    /// The builds in the file, and the metric.
    public var ratio: BuildRatio
  }
}

struct PublishedReader {
  static let keys = ["title", "measurements", "here", "there"]
  static let ratioKeys = ["metric", "build", "over"]
  static let columnKeys = ["title"] + ratioKeys

  let builds: [String]

  /// One mapping, or a list of them.
  func read(_ node: YAMLNode?) -> [PublishedValues] {
    guard let node else { return [] }
    guard node.isList else { return one(node).map { [$0] } ?? [] }
    let list = node.list(of: "published measurements", each: "published measurements") ?? []
    if list.isEmpty { node.note("there are no published measurements", allowed: "one or more") }
    return list.compactMap(one)
  }

  private func one(_ node: YAMLNode) -> PublishedValues? {
    guard let mapping = node.mapping(keys: Self.keys) else { return nil }
    let title = mapping.required("title", "where the measurements come from")?.text()
    let file = mapping.required("measurements", "a CSV file")?.text()
    let here = mapping.required("here", "a ratio of two builds")?
      .mapping(keys: Self.ratioKeys).flatMap { ratio($0, among: builds) }
    let columns = mapping.required("there", "a list of published ratios")
    let list = columns?.list(of: "published ratios", each: "a published ratio")
    if list?.isEmpty == true {
      columns?.note("there are no published ratios", allowed: "one or more")
    }
    let there = list?.compactMap(column) ?? []
    guard let title, let file, let here else { return nil }
    return PublishedValues(title: title, file: file, here: here, there: there)
  }

  private func column(_ node: YAMLNode) -> PublishedValues.Column? {
    guard let mapping = node.mapping(keys: Self.columnKeys) else { return nil }
    let title = mapping.required("title", "the words above the column")?.text()
    // The builds in the file are known only when it is read.
    guard let ratio = ratio(mapping, among: nil), let title else { return nil }
    return .init(title: title, ratio: ratio)
  }

  private func ratio(_ mapping: YAMLMapping, among builds: [String]?) -> BuildRatio? {
    let metric = mapping.required("metric", "the name of a metric").flatMap { $0.metric() }
    let build = mapping.required("build", "a build").flatMap { name($0, among: builds) }
    let over = mapping.required("over", "the build it is divided by")
      .flatMap { name($0, among: builds) }
    guard let metric, let build, let over else { return nil }
    return .init(metric: metric, build: build, over: over)
  }

  private func name(_ node: YAMLNode, among builds: [String]?) -> String? {
    guard let name = node.text() else { return nil }
    guard let builds, !builds.contains(name) else { return name }
    node.noteUnknown("there is no build '\(name)'", name, among: builds)
    return nil
  }
}

extension YAMLNode {
  /// The metric of that name; an unknown one is reported.
  package func metric() -> Metric? {
    text().flatMap { word in
      if let metric = Metric.named(word) { return metric }
      noteUnknown("there is no metric '\(word)'", word, among: Metric.all.map(\.id))
      return nil
    }
  }
}
