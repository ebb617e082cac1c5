import MetricCatalog

extension Run {
  /// CPU time by elapsed time, percent of one CPU; nil where either was not measured.
  public var meanCPU: Double? {
    guard let cpu = measurements[.cpuTime], let wall = measurements[.wallTime], wall > 0 else {
      return nil
    }
    return 100 * cpu / wall
  }
}
