import Running
import Testing

struct InterruptionTests {
  /// Far longer than a thread takes to begin.
  private static let patience: Int32 = 60_000

  @Test func `an interruption with a deadline is raised by it, and its parent is not`()
    throws
  {
    let user = try Interruption()
    let ending = try user.ending(at: .now - .seconds(1))
    #expect(ending.isRaised(withinMilliseconds: Self.patience))
    #expect(!user.isRaised)
  }

  @Test func `an interruption with a deadline is raised by its parent, too`() throws {
    let user = try Interruption()
    let ending = try user.ending(at: .now + .seconds(100_000_000))
    #expect(!ending.isRaised)
    user.raise()
    #expect(ending.isRaised(withinMilliseconds: Self.patience))
  }
}
