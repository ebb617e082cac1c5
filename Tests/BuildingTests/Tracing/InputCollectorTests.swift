import Foundation
import Glibc
import Recording
import Subprocess
import SystemPackage
import TestSupport
import Testing

@testable import Programs

/// What real processes read, by the real strace.
@Suite struct InputCollectorTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func inputs(
    of shell: String, by user: uid_t = geteuid(), mostFiles: Int? = nil,
    copied: [FilePath] = [], beforeCollecting: () throws -> Void = {}
  ) async throws -> TracedInputs {
    let tracer = try await Tracer(in: .own)
    let trace = folder["trace"]
    var start = timespec()
    clock_gettime(CLOCK_REALTIME, &start)
    let words = tracer.command(["/bin/sh", "-c", shell], writing: trace)
    let result = try await run(
      .path(FilePath(words[0])), arguments: Arguments(Array(words.dropFirst())),
      workingDirectory: folder["tree"], input: .none, output: .discarded, error: .discarded)
    #expect(result.terminationStatus.isSuccess)
    try beforeCollecting()
    var collector = InputCollector(
      roots: [.init(InputRecord.tree, folder["tree"])], own: [folder["own"], trace],
      hashes: ContentHashes(), by: user)
    if let mostFiles { collector.mostFiles = mostFiles }
    return try collector.record(
      [trace], from: folder["tree"], since: start, variables: ["PATH", "HOME"], copied: copied)
  }

  private func file(_ name: String, in inputs: TracedInputs) -> InputRecord.File? {
    inputs.record.files.first { $0.path == name }
  }

  @Test func `files beyond the limit are a gap that names the limit`() async throws {
    try folder.add("tree/in.txt", "abc")
    let inputs = try await inputs(of: "cat in.txt", mostFiles: 3)
    #expect(inputs.record.gaps == [.tooManyFiles(limit: 3)])
  }

  @Test func `files are named relative to their root and hashed, also those that children read`()
    async throws
  {
    try folder.add(["tree/in.txt": "abc", "own/own.txt": "x"])
    let inputs = try await inputs(
      of: "cat in.txt; (cat \(folder.file("own/own.txt"))); cat none || true; echo 1 > out; cat out"
    )
    // SHA-256 of "abc" by FIPS 180-2.
    #expect(
      file("${tree}/in.txt", in: inputs)
        == InputRecord.File(
          path: "${tree}/in.txt", uses: [.read],
          content: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", size: 3,
          kind: .file))
    #expect(file("${tree}/none", in: inputs)?.uses == [.missing])
    #expect(file("${tree}/out", in: inputs) == nil)
    #expect(!inputs.record.files.contains { $0.path.contains("own.txt") })
    #expect(inputs.record.variables == ["HOME", "PATH"])
    #expect(inputs.record.gaps.isEmpty)
    #expect(inputs.written.contains(folder.file("tree/out")))
  }

  @Test func `a link that is examined is recorded with its target, relative to its root`()
    async throws
  {
    try folder.add("tree/in.txt", "xyz")
    let files = FileManager.default
    try files.createSymbolicLink(atPath: folder.file("tree/short"), withDestinationPath: "abc")
    try files.createSymbolicLink(
      atPath: folder.file("tree/long"), withDestinationPath: folder.file("tree/in.txt"))
    let inputs = try await inputs(of: "test -L short; test -L long; test -e in.txt; ln -s a made")
    // SHA-256 of "abc" by FIPS 180-2; nothing is at the link's target.
    #expect(
      file("${tree}/short", in: inputs)?.content
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(
      file("${tree}/long", in: inputs)?.content
        == SHA256.text(of: SHA256.digest(of: "${tree}/in.txt")))
    #expect(file("${tree}/in.txt", in: inputs)?.content == nil)
    #expect(file("${tree}/made", in: inputs)?.content == nil)
  }

  @Test func `a file that is examined through a link is recorded with the place where it is`()
    async throws
  {
    try folder.add("tree/lib-1/in.txt", "abc")
    let files = FileManager.default
    try files.createSymbolicLink(atPath: folder.file("tree/now"), withDestinationPath: "lib-1")
    try files.createSymbolicLink(atPath: folder.file("tree/lib"), withDestinationPath: "now")
    let inputs = try await inputs(of: "test -e lib/in.txt; test -L lib; test -e lib-1/in.txt")
    func content(_ name: String) -> String? { file("${tree}/\(name)", in: inputs)?.content }
    #expect(
      content("lib/in.txt") == SHA256.text(of: SHA256.digest(of: "${tree}/lib-1/in.txt")))
    #expect(content("lib") == SHA256.text(of: SHA256.digest(of: "now\0${tree}/lib-1")))
    #expect(content("lib-1/in.txt") == nil)
  }

  @Test func `files that Rehearse copies for a run are inputs, though no process reads them there`()
    async throws
  {
    try folder.add(["tree/big.log": "abc", "tree/data/deep/in.txt": "abc"])
    let files = FileManager.default
    try files.createSymbolicLink(atPath: folder.file("tree/data/link"), withDestinationPath: "abc")
    try files.createSymbolicLink(
      atPath: folder.file("tree/alias.log"), withDestinationPath: "big.log")
    let inputs = try await inputs(
      of: "true", copied: [folder["tree/alias.log"], folder["tree/data"], folder["tree/none"]])
    // SHA-256 of "abc" by FIPS 180-2.
    let hash = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    for name in ["${tree}/big.log", "${tree}/data/deep/in.txt"] {
      #expect(
        file(name, in: inputs)
          == InputRecord.File(path: name, uses: [.read], content: hash, size: 3, kind: .file))
    }
    #expect(file("${tree}/data/link", in: inputs)?.content == hash)
    #expect(file("${tree}/alias.log", in: inputs)?.uses == [.examined])
    #expect(file("${tree}/data", in: inputs)?.uses == [.listed])
    #expect(
      file("${tree}/data/deep", in: inputs)?.content
        == SHA256.text(of: SHA256.digest(of: "in.txt")))
    #expect(inputs.record.gaps == [.changed(path: "${tree}/none")])
  }

  @Test func `the kind of a file, and whether it may be executed, are recorded`() async throws {
    try folder.addScript("tree/tool", "true")
    try folder.add("tree/data/in.txt", "abc")
    let inputs = try await inputs(
      of: "test -x tool; test -x data/in.txt; test -d data; cat none; true")
    #expect(file("${tree}/tool", in: inputs)?.kind == .program)
    #expect(file("${tree}/data/in.txt", in: inputs)?.kind == .file)
    #expect(file("${tree}/data", in: inputs)?.kind == .folder)
    #expect(file("${tree}/none", in: inputs)?.uses == [.missing])
    #expect(file("${tree}/none", in: inputs)?.kind == nil)
  }

  @Test func `a script's interpreter, which the kernel opens itself, is an input`()
    async throws
  {
    try folder.addScript("tree/tool", "#!/bin/cat\nabc")
    let inputs = try await inputs(of: "./tool")
    #expect(file("${tree}/tool", in: inputs)?.uses == [.executed, .read])
    #expect(inputs.record.files.contains { $0.path.hasSuffix("/bin/cat") && $0.isContent })
    #expect(inputs.record.files.contains { $0.path.contains("/ld-linux") && $0.isContent })
  }

  /// Copies a program into the tree.
  private func install(_ program: String, as name: String) throws {
    let installed = try Completion.of(
      ["/usr/bin/install", "-D", "-m", "755", program, folder.file("tree/\(name)")])
    try #require(installed.status == 0, "\(installed.errors)")
  }

  @Test(arguments: ["./alias", "ln -s $PWD/app ../own/app; ../own/app; rm ../own/app"])
  func `a program is an input under whatever name it is executed`(_ shell: String) async throws {
    try install("/bin/true", as: "app")
    try folder.add("own/x", "")
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("tree/alias"), withDestinationPath: "app")
    let inputs = try await inputs(of: shell)
    let app = try #require(file("${tree}/app", in: inputs))
    #expect(app.uses == [.executed] && app.content != nil)
    #expect(inputs.record.gaps.isEmpty)
  }

  @Test(arguments: [
    ("printf '#!%s' $PWD/interp > ../own/made; chmod +x ../own/made; ../own/made", ""),
    ("test -x interp; ./script", "${tree}/interp"), ("./script", "./interp"),
  ])
  func `an interpreter is an input, whoever asked for it and wherever its script is`(
    _ shell: String, _ interpreter: String
  ) async throws {
    try install("/bin/cat", as: "interp")
    try folder.add("own/x", "")
    let line = "#!" + interpreter.replacing("${tree}", with: folder.file("tree"))
    try folder.addScript("tree/script", line + "\n")
    let inputs = try await inputs(of: shell)
    let found = try #require(file("${tree}/interp", in: inputs))
    #expect(found.uses.contains(.executed) && found.content != nil)
    #expect(inputs.record.gaps.isEmpty)
  }

  @Test func `a program whose time a run changes is executed all the same, a made one is no input`()
    async throws
  {
    try install("/bin/true", as: "app")
    let touched = try await inputs(of: "touch app; ./app")
    #expect(touched.record.gaps == [.changed(path: "${tree}/app")])
    let made = try await inputs(of: "cp /bin/true made; ./made; rm made")
    #expect(made.record.gaps.isEmpty)
    #expect(file("${tree}/made", in: made)?.uses.contains(.executed) != true)
  }

  @Test func `a file that a run reads and writes has no known content`() async throws {
    try folder.add("tree/state", "1")
    let inputs = try await inputs(of: "read n < state; echo 2 > state")
    let state = try #require(file("${tree}/state", in: inputs))
    #expect(state.uses == [.read, .written] && state.content == nil)
    #expect(inputs.record.gaps == [.changed(path: "${tree}/state")])
  }

  @Test func `a file that was removed after it was read has no known content`() async throws {
    try folder.add("tree/state", "1")
    let inputs = try await inputs(of: "cat state") {
      try FileManager.default.removeItem(atPath: folder.file("tree/state"))
    }
    #expect(inputs.record.gaps == [.changed(path: "${tree}/state")])
  }

  @Test func `a program with set-user-ID is a gap under a user's tracer, but not under root's`()
    async throws
  {
    try folder.addScript("tree/tool", "#!/bin/sh\n")
    chmod(folder.file("tree/tool"), 0o4755)
    let gap = InputRecord.Gap.setuid(path: "${tree}/tool")
    #expect(try await inputs(of: "./tool", by: 1000).record.gaps == [gap])
    #expect(try await inputs(of: "./tool", by: 0).record.gaps.isEmpty)
  }

  @Test func `the tracer sees sockets without connections`() async throws {
    try folder.add("tree/in.txt", "abc")
    // The numbers are those of AF_INET and SOCK_DGRAM.
    let inputs = try await inputs(of: "cat in.txt; perl -e 'socket(S, 2, 2, 0) or die'")
    #expect(inputs.record.sockets == ["an unknown address (SOCK_DGRAM)"])
  }

  @Test func `a process that a command leaves running is ended with it`() async throws {
    let tracer = try await Tracer(in: .own)
    try folder.add("tree/in.txt", "")
    let trace = folder["left.trace"]
    let words = tracer.command(
      ["/bin/sh", "-c", "sleep 1000 > /dev/null 2>&1 & echo $! > pid"], writing: trace)
    _ = try await run(
      .path(FilePath(words[0])), arguments: Arguments(Array(words.dropFirst())),
      workingDirectory: folder["tree"], input: .none, output: .sequence, error: .discarded
    ) { execution in
      let process = execution.processIdentifier.value
      async let ended: Void = tracer.endRemains(of: process, writing: trace)
      for try await _ in execution.standardOutput {}
      try await ended
    }
    let pid = try #require(
      Int32(try folder.text(of: "tree/pid").trimmingCharacters(in: .whitespacesAndNewlines)))
    // What has ended and is not reaped yet answers, too.
    let state = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)
    #expect(state == nil || state?.contains(") Z ") == true)
  }

  @Test func `a tracer that is missing or not allowed to trace is reported`() async throws {
    await #expect(throws: TracingError.missing) {
      try await Tracer(in: SearchPath(folder.path.string))
    }
    try folder.addScript("strace", "echo 'ptrace: Operation not permitted' >&2; exit 1")
    await #expect(throws: TracingError.refused("ptrace: Operation not permitted")) {
      try await Tracer(in: SearchPath(folder.path.string))
    }
  }
}
