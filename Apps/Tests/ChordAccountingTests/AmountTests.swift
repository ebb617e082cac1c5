import TestSupport
import Testing

@testable import ChordAccounting

@Suite struct AmountTests {
  // The numbers were reckoned by hand: 2,679.425 + 2,309.20 + 1,577.475 + 435.00 = 7,001.10. Lines that
  // are rounded half up one by one add up to 7,001.11.
  @Test func `the constructed account is exact, and only its total is rounded`() throws {
    let account = try ScratchFolder().constructedBook().account()
    #expect(
      account.activities.map(\.amount.description) == ["2679.425", "2309.20", "1577.475", "435.00"])
    #expect(account.sum.description == "7001.10")
    #expect(account.total.description == "7001.10")
    #expect(account.shares.map(\.description) == ["3500.55", "3500.55"])
    let rounded = account.activities.map(\.amount.rounded.oere).reduce(0, +)
    #expect(Money(oere: rounded).description == "7001.11")
  }

  @Test(arguments: [
    (1, ["7001.11"]), (2, ["3500.56", "3500.55"]), (3, ["2333.71", "2333.70", "2333.70"]),
    (0, []),
  ])
  func `what can't be divided equally goes to the first roofer`(count: Int, shares: [String]) {
    #expect(Money(oere: 700_111).shared(among: count).map(\.description) == shares)
  }

  @Test(arguments: [
    ("0.01", "0.49", "0.0049", "0.00"), ("0.01", "0.50", "0.005", "0.01"),
    ("0.01", "1.49", "0.0149", "0.01"), ("0.01", "1.50", "0.015", "0.02"),
    ("0.5", "0.01", "0.005", "0.01"), ("1", "0.00", "0.00", "0.00"),
    ("999999.99", "999999.99", "999999980000.0001", "999999980000.00"),
  ])
  func `half an øre is rounded up, and amounts keep four decimals`(
    quantity: String, price: String, exact: String, rounded: String
  ) throws {
    let amount = Amount(
      try Quantity(quantity, of: .runningMetres), at: try #require(Price(price)))
    #expect(amount.description == exact)
    #expect(amount.rounded.description == rounded)
  }

  @Test func `a sum of more than 64 bits is exact`() throws {
    let largest = Amount(
      try Quantity("999999.99", of: .squareMetres), at: try #require(Price("999999.99")))
    let sum = (0..<2_000).reduce(Amount.zero) { sum, _ in sum + largest }
    #expect(sum.tenThousandths == Int128(9_999_999_800_000_001) * 2_000)
    #expect(sum.rounded.printed == "1,999,999,960,000,000.20")
  }

  @Test(arguments: [
    ("125.5", 12_550), ("125.50", 12_550), ("0.01", 1), ("3", 300), ("007", 700),
    ("999999.99", 99_999_999),
  ])
  func `a quantity is read exactly`(text: String, hundredths: Int64) throws {
    #expect(try Quantity(text, of: .squareMetres).hundredths == hundredths)
  }

  @Test(arguments: [
    "", "0", "0.00", "-1", "+1", "1.", ".5", "1.234", "1,5", "1 000", "1e3", "12abc", "∞", "١",
    "1000000", "1000000000000000000000", "1.2.3", "NaN",
  ])
  func `an invalid quantity is refused`(text: String) {
    #expect(
      refusal { () throws(AccountingError) in try Quantity(text, of: .squareMetres) }
        == "The quantity is \"\(text)\"; allowed are 0.01 to 999999.99 m2, with at most two places "
        + "after the point.")
  }

  @Test func `pieces are whole numbers`() throws {
    #expect(try Quantity("3.00", of: .pieces).description == "3")
    #expect(
      refusal { () throws(AccountingError) in try Quantity("2.5", of: .pieces) }
        == "The quantity is \"2.5\"; allowed are whole pieces, 1 to 999999.")
  }

  @Test(arguments: ["-0.01", "21.355", "1000000.00", "", "21,35", "kr. 5"])
  func `an invalid price is refused`(text: String) {
    #expect(Price(text) == nil)
  }

  @Test func `numbers have thousands separators only in print`() throws {
    let quantity = try Quantity("1234.5", of: .squareMetres)
    #expect(quantity.printed == "1,234.5" && quantity.description == "1234.5")
    #expect(try #require(Price("0.05")).printed == "0.05")
    #expect(Money(oere: 100_000_000).printed == "1,000,000.00")
    #expect(Money(oere: 99_999_999).printed == "999,999.99")
    #expect(Money(oere: 5).description == "0.05")
  }
}
