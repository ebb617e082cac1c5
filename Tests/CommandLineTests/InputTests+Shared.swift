import Foundation
import TestSupport
import Testing

/// Files that each side should have for itself, and shares.
extension EndToEndTests.InputTests {
  @Test func `a build with files outside of the work tree proves nothing`() throws {
    let kept = shell.folder.file("kept")
    try scenario("run: [./app]", make: "make -s O=\(kept)")
    try shell.folder.add(
      "r/Makefile",
      "app: $(O)/app\n\tcp $(O)/app app\n$(O)/app: main.c\n\tmkdir -p $(O)\n\ttest -f $@ || cc -o $@ main.c\n"
    )
    try repository.commit(["main.c": "int main(void) { return 0; }\n"])
    try repository.commit(["main.c": "int main(void) { return 0 * 2; }\n"])
    // The first check makes it, and the second takes the baseline's files from the cache.
    for _ in 0..<2 {
      let checked = try check()
      #expect(checked.status == 5)
      #expect(
        checked.errors.contains(
          "the make of 'HEAD~1' wrote it, and that of 'work-tree' read it instead of its own main.c"
        ))
    }
    // Now both makes find it there.
    try FileManager.default.removeItem(atPath: shell.folder.file("r/.build/rehearse/cache"))
    let found = try check()
    #expect(found.status == 0 && !found.output.contains("proven"))
    #expect(
      found.output.contains(
        "main.c differs, neither make read it, and both programs are the same: is the build kept outside "
          + "of the work tree?"))
  }

  @Test func `a file in the user's own work tree makes the sides not comparable`() throws {
    try scenario("run: [tool], expect: { lines: 1 }")
    try shell.folder.addScript("r/bin/tool", "echo 1")
    try repository.commit()
    try shell.folder.addScript("r/bin/tool", "echo 2")
    try repository.commit()
    let path =
      "\(shell.folder.file("r/bin")):\(ProcessInfo.processInfo.environment["PATH"] ?? "")"
    let checked = try check(environment: ["PATH": path])
    #expect(checked.status == 5)
    #expect(
      checked.errors.contains(
        "Not comparable: 'HEAD~1' and 'work-tree' share what each should have for itself"))
    #expect(checked.errors.contains("bin/tool: both sides read it in your own work tree"))
    #expect(checked.errors.contains("--allow-shared bin/tool"))
    let allowed = try check("--allow-shared", "bin", environment: ["PATH": path])
    #expect(allowed.status == 0 && allowed.output.contains("CPU time"))
  }

  @Test func `a file that a run leaves for the next run is named`() throws {
    try scenario("run: [python3, '${scenario}/t.py'], expect: { lines: 1 }")
    let program = """
      import os
      f = os.path.join(os.path.dirname(os.path.abspath(__file__)), '.cache')
      if not os.path.exists(f): open(f, 'w').write('N')
      print(open(f).read())

      """
    try repository.commit(["t.py": program])
    try repository.commit(["t.py": program.replacing("'N'", with: "'M'")])
    let checked = try check()
    #expect(checked.status == 5)
    #expect(
      checked.errors.contains(
        ".cache: 'x' wrote it when it was missing, and its next run found it"))
  }

  @Test func `a link that each make sets anew makes the sides not comparable`() throws {
    let link = shell.folder.file("current")
    try scenario("run: ['\(link)/tool'], expect: { lines: 1 }", make: "ln -sfn $PWD '\(link)'")
    try shell.folder.addScript("r/tool", "echo 1")
    try repository.commit()
    try shell.folder.addScript("r/tool", "echo 2")
    try repository.commit()
    let checked = try check()
    #expect(checked.status == 5, "\(checked.output)")
    #expect(
      checked.errors.contains("/r/tool: 'HEAD~1' reads it in the folder of another side."),
      "\(checked.errors)")
  }
}
