import Recording
import Testing

@testable import Profiling

struct CallgrindProfileTests {
  /// `main` calls `f` twice and `g` once; `f` calls `g` three times; `g` calls itself once.
  private static let text = """
    # callgrind format
    version: 1
    cmd:  /tmp/driver 2
    positions: line
    events: Ir

    ob=(1) /tmp/driver
    fl=(1) ???
    fn=(1) main
    0 10
    cfn=(2) f
    calls=2 0
    0 130
    cob=(2) /usr/lib/libx.so.1.2
    cfi=(2) ???
    cfn=(3) g
    calls=1 0
    0 20

    fn=(2)
    0 70
    cob=(2)
    cfn=(3)
    calls=3 0
    0 60

    ob=(2)
    fn=(3)
    0 60
    +3 15
    cfn=(3)
    calls=1 0
    * 5

    totals: 155

    """

  @Test func `each function has its own instructions and calls`() throws {
    var profile = CallgrindProfile()
    try profile.add(Self.text)
    let counts = profile.counts.functions.map {
      "\($0.function.module).\($0.function.name) \($0.own) \($0.inclusive ?? -1) \($0.calls)"
    }
    #expect(
      counts == ["libx.so.g 75 75 5", "program.f 70 130 2", "program.main 10 160 0"])
    try profile.add(Self.text)
    #expect(profile.counts.functions.map(\.own) == [150, 140, 20])
  }

  /// `main` calls the asynchronous `day`, whose parts go on by way of the runtime, a thousand times, each within the
  /// one before: what `swift demangle` calls its suspend resume and await resume partial functions.
  private static let asynchronous = """
    cmd:  /tmp/driver
    ob=(1) /tmp/driver
    fn=(1) main
    0 10
    cfn=(2) $s1M3dayyyYaF
    calls=3 0
    0 5000
    fn=(2)
    0 100
    cob=(2) /usr/lib/libswift_Concurrency.so
    cfn=(3) swift_task_switch
    calls=1000 0
    0 900000
    cfn=(4) $s1M3dayyyYaFTY0_
    calls=1000 0
    0 900000
    ob=(2)
    fn=(3)
    0 200
    cob=(1)
    cfn=(5) $s1M3dayyyYaFTQ1_
    calls=1000 0
    0 800000
    ob=(1)
    fn=(5)
    0 50

    """

  @Test func `parts of an asynchronous function are no calls, and a cycle has no sum`()
    throws
  {
    var profile = CallgrindProfile()
    try profile.add(Self.asynchronous)
    let counts = profile.counts.functions.map {
      "\($0.function.name) \($0.own) \($0.inclusive.map(String.init) ?? "none") \($0.calls)"
    }
    #expect(counts == ["swift_task_switch 200 none 1000", "day() 150 none 3", "main 10 5010 0"])
  }

  @Test(arguments: ["0 10\n", "fn=(1) f\n0 x\n", "fn=(1) f\ncalls=x 0\n"])
  func `an unknown line is an error`(_ text: String) {
    var profile = CallgrindProfile()
    #expect(throws: ProfilingError.self) { try profile.add(text) }
  }
}
