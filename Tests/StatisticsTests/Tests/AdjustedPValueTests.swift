import Statistics
import Testing

struct AdjustedPValueTests {
  @Test func `Holm's p values are those of the closed testing procedure`() throws {
    for family in try DecisionReference.load().families {
      for (found, expected) in zip(try Holm.adjusted(family.p), family.holm) {
        #expect(agree(found, expected), "\(family.p): \(found) instead of \(expected)")
      }
    }
  }

  @Test func `q values agree with scipy`() throws {
    for family in try DecisionReference.load().families {
      for (found, expected) in zip(try BenjaminiHochberg.adjusted(family.p), family.hochberg) {
        #expect(agree(found, expected), "\(family.p): \(found) instead of \(expected)")
      }
    }
  }

  @Test func `one of 36 tests is significant at a thirty-sixth of the level`() throws {
    var family = Array(repeating: 0.5, count: 36)
    family[7] = 0.01 / 36
    #expect(agree(try Holm.adjusted(family)[7], 0.01))
    #expect(try Holm.adjusted(family)[8] == 1)
  }

  @Test func `an empty family has no p values`() throws {
    #expect(try Holm.adjusted([]).isEmpty)
    #expect(try BenjaminiHochberg.adjusted([]).isEmpty)
  }

  @Test(arguments: [-0.1, 1.1, .infinity])
  func `a value that is no probability is refused`(_ value: Double) {
    #expect(throws: StatisticsError.probability(value)) { try Holm.adjusted([0.5, value]) }
    #expect(throws: StatisticsError.probability(value)) {
      try BenjaminiHochberg.adjusted([0.5, value])
    }
  }
}
