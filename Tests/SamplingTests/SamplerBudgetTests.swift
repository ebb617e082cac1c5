import Testing

@testable import Sampling

struct SamplerBudgetTests {
  private let budget = SamplerBudget(start: 1_000_000_000)
  private let interval: Int64 = 10_000_000

  @Test func `sampling within the free budget does not delay the next sample`() {
    let last = budget.start + 3 * interval
    #expect(
      budget.due(after: last, every: interval, spent: SamplerBudget.free) == last + interval)
  }

  @Test func `a sample waits until sampling takes no more than its share`() {
    // 0.175 ms beyond what is free are 0.35 % of 50 ms.
    let spent = SamplerBudget.free + 175_000
    let start = budget.start
    #expect(budget.due(after: start, every: interval, spent: spent) == start + 5 * interval)
    #expect(
      budget.due(after: start + 2 * interval, every: interval, spent: spent)
        == start + 5 * interval)
    #expect(
      budget.due(after: start + 7 * interval, every: interval, spent: spent)
        == start + 8 * interval)
  }

  @Test func `a due time between two samples is moved to the later one`() {
    let spent = SamplerBudget.free + 185_000
    #expect(
      budget.due(after: budget.start, every: interval, spent: spent)
        == budget.start + 6 * interval)
  }

  @Test func `samples are never further apart than a window of CPU use`() {
    let spent: Int64 = 60_000_000_000
    #expect(
      budget.due(after: budget.start, every: interval, spent: spent)
        == budget.start + SamplerBudget.greatestDistance)
    #expect(
      budget.due(after: budget.start, every: 400_000_000, spent: spent)
        == budget.start + 400_000_000)
  }
}
