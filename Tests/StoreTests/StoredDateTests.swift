import Foundation
import GRDB
import Testing

@testable import Store

struct StoredDateTests {
  /// Seconds from 1970: the beginnings of this and of an earlier time, a leap day, the ends of a second and of a
  /// millisecond, and moments that no binary fraction meets.
  @Test(arguments: [
    0, -0.001, 1_763_700_000.25, 951_782_400, 951_868_799.9994, 951_868_799.9996, 1_763_700_000.123,
    1_763_700_000.001, 253_402_300_799.999, -2_208_988_800.5,
  ])
  func `a date is stored as GRDB would write it`(_ seconds: Double) {
    let date = Date(timeIntervalSince1970: seconds)
    #expect(date.stored.databaseValue == date.databaseValue)
    #expect(Date.fromDatabaseValue(date.stored.databaseValue)?.stored == date.stored)
  }

  @Test func `a date that no calendar has is stored as the nearest that can be read`() {
    #expect(Date(timeIntervalSince1970: 1e300).stored == "9999-12-31 23:59:59.999")
    #expect(Date(timeIntervalSince1970: -1e300).stored == "0001-01-01 00:00:00.000")
  }
}
