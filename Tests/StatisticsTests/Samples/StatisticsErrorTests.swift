import Statistics
import Testing

struct StatisticsErrorTests {
  @Test(arguments: [
    (StatisticsError.noValues, "there are no values"),
    (
      .notFinite(index: 3, value: .infinity),
      "value 3 is inf, which is not a finite number"
    ),
    (
      .notPositive(side: .candidate, index: 0, value: -2),
      "value 0 of the candidate is -2.0; a ratio needs values above 0"
    ),
    (
      .unequalLengths(baseline: 10, candidate: 9),
      "pairs need equal lengths, but the baseline has 10 values and the candidate 9"
    ),
    (.tooFewPairs(found: 1, needed: 2), "too few pairs: 1; at least 2 are needed"),
    (.tooFewClusters(found: 1, needed: 2), "too few clusters: 1; at least 2 are needed"),
    (
      .tooFewValues(side: .baseline, found: 1, needed: 2),
      "the baseline has too few values: 1; at least 2 are needed"
    ),
    (
      .notRepresentable(value: "sum"),
      "the sum of these values is too large for a floating-point number"
    ),
    (.confidenceLevel(95), "a confidence level lies between 0 and 1, but this one is 95.0"),
    (
      .notAnEstimate(point: 1, lower: 2, upper: 3, standardError: 0.5),
      "1.0 with the interval from 2.0 to 3.0 and the standard error 0.5 is not an estimate"
    ),
    (
      .degreesOfFreedom(0), "degrees of freedom are positive and finite, but these are 0.0"
    ),
    (.probability(1.5), "a probability lies between 0 and 1, but this one is 1.5"),
    (
      .interimSchedule([1, 5]),
      "interim analyses are made at two pairs or more, each later than the one before, not at [1, 5]"
    ),
    (
      .windowLength(1), "a window for change points holds 2 values or more, but this one 1"
    ),
    (
      .significanceLevel(5), "a level of significance lies between 0 and 1, but this one is 5.0"
    ),
    (
      .minimumMagnitude(-1), "a least magnitude is 0 or above and finite, but this one is -1.0"
    ),
    (.undefined(function: "t quantile", argument: 1), "the t quantile has no value at 1.0"),
  ])
  func `each error is described in words`(_ error: StatisticsError, _ text: String) {
    #expect(error.description == text)
  }
}
