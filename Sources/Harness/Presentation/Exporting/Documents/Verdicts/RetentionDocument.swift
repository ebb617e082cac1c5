import Analysis

/// The retention of a story's cycles on a build, as JSON; rates are per cycle.
struct RetentionDocument: Encodable {
  let story: String
  let build: String
  let verdict: RetentionTest.Verdict
  let cycles: Int
  let bytes: TestDocument
  let blocks: TestDocument
  let resident: TestDocument
  /// Omitted if the kernel does not report it.
  let unshared: TestDocument?
  /// Omitted if they could not be counted.
  let descriptors: TestDocument?
  /// Omitted if there is none.
  let services: [String: TestDocument]?
  /// Omitted if there is none.
  let unreadServices: [String]?

  init(_ retention: Retention) {
    story = retention.story
    build = retention.build
    verdict = retention.verdict
    cycles = retention.bytes.cycles
    bytes = TestDocument(retention.bytes)
    blocks = TestDocument(retention.blocks)
    resident = TestDocument(retention.resident)
    unshared = retention.unshared.map(TestDocument.init)
    descriptors = retention.descriptors.map(TestDocument.init)
    services = retention.services.isEmpty ? nil : retention.services.mapValues(TestDocument.init)
    unreadServices = retention.unreadServices.isEmpty ? nil : retention.unreadServices
  }

  struct TestDocument: Encodable {
    let verdict: RetentionTest.Verdict
    let rate: IntervalDocument
    let range: Int64

    init(_ test: RetentionTest) {
      verdict = test.verdict
      rate = IntervalDocument(test.rate)
      range = test.range
    }
  }
}
