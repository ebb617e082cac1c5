import DriverProtocol
import Programs
import Recording
import SystemPackage
import TestSupport
import Testing

@testable import Running

/// Profiles of services that are asked by Rehearse's own program.
struct RequestProfileTests {
  /// A profiler that samples a function named after each process that it records, from its start to its end. As the
  /// real one, it gives up if one of them has ended. Beside a file `kills`, it first ends those with the name in it.
  private static let perf = """
    #!/usr/bin/env python3
    import os, sys, time

    words = sys.argv[1:]
    if words[0] == "record" and "-p" in words:
        names = {}
        for process in words[words.index("-p") + 1].split(","):
            with open(f"/proc/{process}/comm") as file:
                names[process] = file.read().strip()
        if os.path.exists(kills := os.path.dirname(sys.argv[0]) + "/kills"):
            with open(kills) as file:
                ended = file.read()
            os.remove(kills)
            for process in [process for process, name in names.items() if name == ended]:
                os.kill(int(process), 9)
                while os.path.exists(f"/proc/{process}"):
                    os.sched_yield()
            sys.exit("perf: no such process")
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
                    for process, name in names.items():
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
    ).run(profiledBy: profiler).passing()
    let profile = try #require(run.profile)
    #expect(profile.samples > 0 && profile.lostSamples == 0)
    #expect(profile.functions.allSatisfy { $0.isService || $0.service == "server" })
    #expect(!profile.functions.contains { $0.name.contains("rehearse") })
    // Whatever else the server used its CPU time for, such as the kernel's part, which is not sampled here.
    #expect(profile.samplePeriod == profiler.period)
  }

  /// Starts a process named `worker`, which ends with the server, and becomes the server.
  private static let forking = """
    import os, signal, sys

    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    end, alive = os.pipe()
    named, ready = os.pipe()
    if os.fork() == 0:
        os.close(alive)
        with open("/proc/self/comm", "w") as file:
            file.write("worker")
        os.write(ready, b"1")
        os.read(end, 1)
        os._exit(0)
    os.read(named, 1)
    os.set_inheritable(alive, True)
    os.execv(sys.executable, ["python3", *sys.argv[1:]])
    """

  @Test(arguments: [false, true])
  func `what a server started before the story is profiled, unless it ends meanwhile`(
    _ endsMeanwhile: Bool
  ) throws {
    try requirePython()
    let folder = try ScratchFolder()
    try folder.addScript("perf", Self.perf)
    let profiler = try Profiler(of: .cpuTime, searching: SearchPath(folder.path.string))
    if endsMeanwhile { try folder.add("kills", "worker") }
    let run = try RequestScene(
      "- http: GET /text\n  repeat: 20\n  expect: { status: 200 }",
      files: ["forking.py": Self.forking],
      service: ["python3", "${scenario}/forking.py", "${scenario}/server.py", "${port}"]
    ).run(profiledBy: profiler).passing()
    let functions = try #require(run.profile).functions.filter { $0.name.hasPrefix("of_") }
    #expect(functions.count == (endsMeanwhile ? 1 : 2))
    #expect(functions.contains { $0.name == "of_worker" } != endsMeanwhile)
  }

  @Test func `the CPU time that should have been sampled is that of all processes`() {
    var step = Replay.step(of: "s")
    step.outside = Cost(cpu: .milliseconds(2))
    step.services["server"] = ServiceCost(Cost(cpu: .milliseconds(5)))
    #expect(RunRecording.cpuTime(of: [step]) == 2e6)
    #expect(RunRecording.cpuTime(of: [step, step], by: "server") == 1e7)
    func tree(_ cpu: Duration) -> TreeCost {
      TreeCost(Cost(cpu: cpu), processes: 2, peakCgroupMemory: nil, source: .children)
    }
    step.tree = tree(.milliseconds(400))
    step.services["server"]?.tree = tree(.milliseconds(70))
    #expect(RunRecording.cpuTime(of: [step]) == 4e8)
    #expect(RunRecording.cpuTime(of: [step], by: "server") == 7e7)
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
