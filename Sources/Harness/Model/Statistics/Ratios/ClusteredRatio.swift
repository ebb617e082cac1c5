/// The ratio candidate / baseline of measurements in pairs that form clusters, such as the runs of one layout
/// of the code.
///
/// More pairs do not average out what the pairs of a cluster share; only more clusters do. So each cluster
/// counts once, however many pairs it has. With e the 10 % trimmed mean of ln(candidate / baseline) in each
/// of k clusters (``PairedRatio``; the plain mean below ten pairs):
///
///     location = mean of the k e
///     se       = standard deviation of the k e / √k
///
/// and (location - true) / se follows Student's t with k - 1 degrees of freedom.
///
/// Sources: T. Kalibera, R. Jones, "Rigorous Benchmarking in Reasonable Time", ISMM 2013, 63-74,
/// for repetition on several levels, where the highest one decides; A. Donner, N. Klar, "Design
/// and Analysis of Cluster Randomization Trials" (2000), for the analysis of cluster means.
public struct ClusteredRatio: Hashable, Sendable {
  /// The fewest clusters that have a spread.
  public static let fewestClusters = 2

  /// ln(candidate / baseline), with its standard error and k - 1 degrees of freedom.
  public let logRatio: LogRatio

  /// Estimates from clusters of logarithms of quotients.
  /// - Throws: ``StatisticsError/tooFewClusters(found:needed:)``.
  public init(_ clusters: [LogQuotients]) throws(StatisticsError) {
    let k = clusters.count
    guard k >= Self.fewestClusters else {
      throw .tooFewClusters(found: k, needed: Self.fewestClusters)
    }
    let moments = CentralMoments(sorted: clusters.map(\.trimmedMean).sorted())
    logRatio = LogRatio(
      location: moments.mean,
      standardError: (moments.second / Double(k - 1) / Double(k)).squareRoot(),
      degreesOfFreedom: Double(k - 1))
  }
}
