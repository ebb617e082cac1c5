import Programs

/// The means to record inputs: the tracer, and hashes of files read before.
public struct InputTracing: Sendable {
  /// The tracer.
  public let tracer: Tracer
  /// The hashes.
  public let hashes = ContentHashes()

  /// Creates means that share one tracer.
  public init(_ tracer: Tracer) { self.tracer = tracer }
}
