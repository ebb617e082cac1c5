import DriverProtocol
import Foundation
import Testing

struct BytesTests {
  @Test func `a kilobyte of the kernel is 1024 bytes, and a block has the given size`() {
    #expect(Bytes(kilobytes: 16_300) == 16_691_200)
    #expect(Bytes(7, of: 512) == 3_584)
    #expect(Bytes(-3, of: 4_096) == -12_288)
  }

  @Test(arguments: [
    (Bytes(kilobytes: .max), Bytes(.max)), (Bytes(kilobytes: .min), Bytes(.min)),
    (Bytes(.min, of: -1), Bytes(.max)), (Bytes(.max) + 1, Bytes(.max)),
    (Bytes(.min) + -1, Bytes(.min)), (Bytes(.min) - 1, Bytes(.min)),
    (Bytes(0) - Bytes(.min), Bytes(.max)), (Bytes(.max) - Bytes(.max), Bytes(0)),
  ])
  func `arithmetic on bytes saturates instead of trapping`(_ found: Bytes, _ expected: Bytes) {
    #expect(found == expected)
  }

  @Test func `an amount of bytes is a number in JSON`() throws {
    let json = try JSONEncoder().encode([Bytes(12)])
    #expect(String(decoding: json, as: UTF8.self) == "[12]")
    #expect(try JSONDecoder().decode([Bytes].self, from: json) == [12])
  }

  @Test func `a duration is rounded to nanoseconds toward zero, and saturates`() {
    #expect(Duration.microseconds(Int64.max).nanoseconds == .max)
    #expect(Duration.microseconds(Int64.max).microseconds == .max)
    #expect(Duration.microseconds(Int64.min).nanoseconds == .min)
    #expect((Duration.nanoseconds(Int64.max) + .nanoseconds(Int64.max)).nanoseconds == .max)
    #expect(Duration(secondsComponent: 0, attosecondsComponent: -1_999_999_999).nanoseconds == -1)
    #expect(Duration.milliseconds(1500).formattedSeconds == "1.5 s")
  }
}
