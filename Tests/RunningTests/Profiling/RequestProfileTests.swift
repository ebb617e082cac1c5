import Programs
import Recording
import SystemPackage
import TestSupport
import Testing

@testable import Running

/// Profiles of services that are asked by Rehearse's own program.
struct RequestProfileTests {
  /// A profiler that samples a function named after each process that it records, from its start to its end.
  private static let perf = """
    #!/usr/bin/env python3
    import sys, time

    words = sys.argv[1:]
    if words[0] == "record" and "-p" in words:
        process = words[words.index("-p") + 1]
        with open(f"/proc/{process}/comm") as file:
            name = file.read().strip()
        control, answers = words[words.index("--control") + 1].removeprefix("fifo:").split(",")
        with open(control, "rb", buffering=0) as requests, open(answers, "wb", buffering=0) as replies:
            assert requests.readline() == b"enable\\n"
            start = time.monotonic_ns()
            replies.write(b"ack\\n")
            assert requests.readline() == b"stop\\n"
            end = time.monotonic_ns()
            with open(words[words.index("-o") + 1], "w") as file:
                for number in range(1000):
                    at = start + (end - start) * number // 1000
                    print(f"{process}/{process} {at // 10**9}.{at % 10**9:09}: ", file=file)
                    print(f"\\t 1000 of_{name} (/nowhere/{name})\\n", file=file)
            replies.write(b"ack\\n")
    elif words[0] == "script":
        with open(words[words.index("-i") + 1]) as file:
            sys.stdout.write(file.read())
    """

  @Test func `what sends the requests is not profiled, and its CPU time is not missed`() throws {
    try requirePython()
    let folder = try ScratchFolder()
    try folder.addScript("perf", Self.perf)
    let profiler = try Profiler(of: .cpuTime, searching: SearchPath(folder.path.string))
    let run = try RequestScene(
      "- http: GET /text\n  repeat: 20\n  expect: { status: 200 }"
    ).run(profiledBy: profiler)
    try #require(run.passed, "\(run.ending)")
    let profile = try #require(run.profile)
    #expect(profile.samples > 0 && profile.lostSamples == 0)
    #expect(profile.functions.allSatisfy { $0.isService || $0.service == "server" })
    #expect(!profile.functions.contains { $0.name.contains("rehearse") })
    // Whatever else the server used its CPU time for, such as the kernel's part, which is not sampled here.
    #expect(profile.samplePeriod == profiler.period)
  }

  @Test func `a sample stands for as much CPU time on every machine`() throws {
    try requirePython()
    let folder = try ScratchFolder()
    try folder.addScript("perf", Self.perf)
    let profiler = try Profiler(of: .cpuTime, searching: SearchPath(folder.path.string))
    #expect(profiler.options == ["-e", "cpu-clock", "-c", "\(Int(profiler.period))"])
    #expect([100_271, 1_000_003].contains(profiler.period))
  }
}
