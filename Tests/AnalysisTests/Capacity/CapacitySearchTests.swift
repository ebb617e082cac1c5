import Analysis
import SeededRandom
import Testing

/// The search for a rate, on simulated servers.
@Suite struct CapacitySearchTests {
  /// A search from 200 a second, to its end.
  /// - Returns: the search, and the rates of its runs in order.
  private func explore(
    in rates: ClosedRange<Double> = 10...100_000,
    _ server: (Double) -> CapacitySearch.Finding
  ) throws -> (search: CapacitySearch, rates: [Double]) {
    var search = CapacitySearch(in: rates, from: 200)
    var tried: [Double] = []
    while let rate = search.next {
      try #require(tried.count < 200, "\(tried)")
      search.record(server(rate), at: rate)
      tried.append(rate)
    }
    return (search, tried)
  }

  @Test func `the rate is doubled, the gap is halved, and five runs show each bound`() throws {
    let (search, rates) = try explore { $0 < 430 ? .held : .exceeded }
    #expect(
      rates == [
        200, 400, 800, 566, 476, 436, 400, 436, 400, 436, 400, 436, 400, 436,
      ])
    #expect(search.bounds.lower == 400 && search.bounds.upper == 436)
  }

  @Test func `a server that holds at every rate has no upper bound`() throws {
    let (search, rates) = try explore(in: 10...1000) { _ in .held }
    #expect(rates == [200, 400, 800, 1000, 1000, 1000, 1000, 1000])
    #expect(search.bounds.lower == 1000 && search.bounds.upper == nil)
  }

  @Test func `a server that is too slow at every rate has no lower bound`() throws {
    let (search, rates) = try explore { _ in .exceeded }
    #expect(rates == [200, 100, 50, 25, 12.5, 10, 10, 10, 10, 10])
    #expect(search.bounds.lower == nil && search.bounds.upper == 10 && !search.isAtFault)
  }

  @Test func `if answers are wrong, the lowest rate is next, and two runs there end the search`()
    throws
  {
    let wrong = try explore { _ in .failed }
    #expect(wrong.rates == [200, 10, 10] && wrong.search.isAtFault)
    let overloaded = try explore { $0 <= 50 ? .held : .failed }
    #expect(overloaded.rates.prefix(7) == [200, 10, 44.7, 94.6, 65, 53.9, 49.1])
    let bounds = overloaded.search.bounds
    #expect(bounds.lower == 49.1 && bounds.upper == 53.9 && !overloaded.search.isAtFault)
  }

  @Test func `what sends the requests limits the search, and is no bound of the server`() throws {
    let (search, rates) = try explore { $0 <= 700 ? .held : .unmeasured }
    #expect(rates == [200, 400, 800, 800, 566, 673, 734, 734, 673, 673, 673, 673])
    #expect(search.bounds.lower == 673 && search.bounds.upper == nil && search.ceiling == 734)
    let never = try explore { _ in .unmeasured }
    #expect(
      never.rates == [200, 200, 100, 100, 50, 50, 25, 25, 12.5, 12.5, 10, 10]
        && never.search.ceiling == 10)
  }

  @Test func `a run that chance left unmeasured is made again, and limits nothing`() throws {
    var runs = 0
    let (search, rates) = try explore { rate in
      runs += 1
      if runs == 3 || runs == 8 || runs == 10 { return .unmeasured }
      return rate < 430 ? .held : .exceeded
    }
    #expect(rates.prefix(10) == [200, 400, 800, 800, 566, 476, 436, 400, 400, 436])
    #expect(search.ceiling == nil && search.bounds.lower == 400 && search.bounds.upper == 436)
  }

  @Test func `a rate with both results is between the bounds`() throws {
    var runs = 0
    let (search, rates) = try explore { rate in
      runs += 1
      return rate < 430 && runs != 2 ? .held : .exceeded
    }
    #expect(
      rates == [200, 400, 283, 336, 367, 367, 400, 440, 440, 367, 440, 367, 440, 367, 440])
    #expect(search.bounds.lower == 367 && search.bounds.upper == 440)
  }

  @Test func `runs at neighbouring rates show a wider bound before the search has ended`() {
    var search = CapacitySearch(in: 10...100_000, from: 200)
    for rate in [50, 100, 200, 400] as [Double] { search.record(.held, at: rate) }
    #expect(search.bounds.lower == nil)
    search.record(.held, at: 500)
    #expect(search.bounds.lower == 50 && search.bounds.upper == nil)
    // Nothing is known of lower rates from runs beyond one that did not hold.
    search.record(.exceeded, at: 100)
    #expect(search.bounds.lower == nil)
  }

  @Test func `runs that contradict each other, as on a changing machine, widen the interval`() {
    var search = CapacitySearch(in: 10...100_000, from: 200)
    for _ in 1...5 {
      search.record(.exceeded, at: 100)
      search.record(.held, at: 200)
    }
    #expect(search.bounds.lower == 100 && search.bounds.upper == 200)
  }

  @Test(arguments: [5, 20, 60])
  func `the interval seldom misses the capacity of a server whose runs scatter`(
    steepness: Int
  ) throws {
    var missed = 0
    for seed in 1...100 {
      var random = SplitMix64(seed: UInt64(seed))
      let (search, rates) = try explore { rate in
        // A run holds in half of all cases at 1000 users a second.
        let odds = (0..<steepness).reduce(1.0) { product, _ in product * rate / 1000 }
        let drawn = Double(random.next() >> 11) / Double(1 << 53)
        return drawn < 1 / (1 + odds) ? .held : .exceeded
      }
      #expect(rates.count < 80)
      let lower = try #require(search.bounds.lower)
      let upper = try #require(search.bounds.upper)
      if !(lower...upper).contains(1000) { missed += 1 }
    }
    // Both bounds may be wrong in 1 of 32 cases each.
    #expect(missed <= 6)
  }
}
