import Statistics
import Testing

struct NumberFormatTests {
  @Test(arguments: [
    (4.0213, 0.0134, "4.021"),
    (4.0213, 0.134, "4.02"),
    (4.0213, 1.34, "4.0"),
    (4, 0.134, "4.00"),
    (56789, 1234, "56800"),
    (4.02, 0.0996, "4.02"),
    (4.02, 0.0994, "4.020"),
    (0.0000012345, 0.0000000021, "0.0000012345"),
    (0.2, 34, "0"),
    (-0.2, 34, "0"),
    (1.00123, 0.0005, "1.00123"),
    (99.996, 0.12, "100.00"),
    (1, 1e-30, "1"), (0, 1e-30, "0"), (0, 0.5, "0.00"), (1e-9, 2e-10, "1.00e-9"),
    (1.23e20, 1e18, "1.230e20"),
    (12.345678, 0, "12.35"),
    (12.345678, .nan, "12.35"),
    (12.345678, .infinity, "12.35"),
  ])
  func `a number is rounded to the second digit of its standard error`(
    _ value: Double, _ error: Double, _ text: String
  ) {
    #expect(NumberFormat.uncertainty(error).string(for: value) == text)
  }

  @Test(arguments: [
    (0.0, "0"), (-0.0, "0"), (5, "5"), (60, "60"), (36.4, "36.4"), (4.02, "4.02"),
    (15.333333333333334, "15.33"), (0.00012345, "0.0001235"), (12345.678, "12346"),
    (-99999.5, "-100000"), (0.99996, "1"), (123_456_789_012, "123456789012"),
    (1e14, "100000000000000"), (1e15, "1e15"),
    (1.5e-8, "1.5e-8"), (.leastNonzeroMagnitude, "5e-324"), (-1.23456e20, "-1.23456e20"),
  ])
  func `a number without known error has at most four digits, but all before the point`(
    _ value: Double, _ text: String
  ) {
    #expect(NumberFormat.plain.string(for: value) == text)
  }

  @Test(arguments: [
    (0.0, "0"), (0.04, "0.04"), (0.956, "0.96"), (9.96, "10"), (16.2, "16"), (170.4, "170"),
    (0.03012, "0.03"),
  ])
  func `a coarse amount has at most two digits, but all before the point`(
    _ value: Double, _ text: String
  ) {
    #expect(NumberFormat.coarse.string(for: value) == text)
  }

  @Test(arguments: [(0.3, "0.30"), (5.04, "5.0"), (12.6, "13"), (0, "0")])
  func `an uncertainty itself has two digits`(_ value: Double, _ text: String) {
    #expect(NumberFormat.uncertainty(value).string(for: value) == text)
  }

  @Test(arguments: [
    (2.675, 2, "2.68"), (-2.675, 2, "-2.68"), (0.5, 0, "1"), (1.5, 0, "2"), (0.049, 1, "0.0"),
    (-0.049, 1, "0.0"), (9.999, 2, "10.00"), (1e-9, 2, "0.00"), (1e-9, 12, "0.000000001000"),
    (1e20, 2, "1e20"), (0.05, 1, "0.1"),
    (0, 3, "0.000"), (1234.5, 3, "1234.500"), (0.005, 2, "0.01"), (0.0049, 2, "0.00"),
  ])
  func `a fixed number of decimals is exact and rounded half away from zero`(
    _ value: Double, _ decimals: Int, _ text: String
  ) {
    #expect(NumberFormat.decimals(decimals).string(for: value) == text)
  }

  @Test func `an increase has a plus sign, and zero has no sign`() {
    let format = NumberFormat.decimals(1).withPlus
    #expect(format.string(for: 2.14) == "+2.1")
    #expect(format.string(for: -2.14) == "-2.1")
    #expect(format.string(for: 0.01) == "0.0")
    #expect(format.string(for: .infinity) == "+∞")
  }

  @Test func `infinities are shown as signs, and not a number in words`() {
    #expect(NumberFormat.plain.string(for: .infinity) == "∞")
    #expect(NumberFormat.plain.string(for: -.infinity) == "-∞")
    #expect(NumberFormat.plain.string(for: .nan) == "not a number")
  }

  @Test func `a number shown with 17 digits reads back as the same number`() {
    for value in [0.1, 1.0 / 3, 123.456, 8.5e-5, 2.0 / 3 * 1e-5, 98765.4321] {
      let text = NumberFormat(.significantDigits(17)).string(for: value)
      #expect(Double(text) == value, "\(text)")
    }
  }
}
