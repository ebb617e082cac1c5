import Testing

struct StoryMistakeTests {
  private static let step = "steps: [{ list: {}, expect: { count: 1 } }]"

  @Test(arguments: [
    (
      "a: { stepz: [] }",
      """
      f:4:6: 'a' has no 'steps'; allowed: a list of steps.
      f:4:8: unknown key 'stepz' in 'a'; allowed: title, after, arrangement, cycle, cycles, files, steps, users, placeholder. Did you mean 'steps'?
      """
    ),
    ("a: { title: t }", "f:4:6: 'a' has no 'steps'; allowed: a list of steps."),
    ("a: { steps: [] }", "f:4:15: the story 'a' has no steps."),
    ("a: { steps: list }", "f:4:15: 'steps' is 'list'; allowed: a list of steps."),
    ("a: { steps: }", "f:4:15: 'steps' is nothing; allowed: a list of steps."),
    (
      "a: [x]",
      "f:4:6: 'a' is a list; allowed: a mapping with title, after, arrangement, cycle, cycles, files, steps, users, placeholder."
    ),
    ("a: { title: [x], \(step) }", "f:4:15: 'title' is a list; allowed: text."),
    ("a: { title: ~, \(step) }", "f:4:15: 'title' is '~'; allowed: text."),
    (
      "a: { arrangement: gangs, \(step) }",
      "f:4:21: 'arrangement' is 'gangs'; allowed: duet, gang, back-to-back. Did you mean 'gang'?"
    ),
    ("a: { after: b, \(step) }", "f:4:15: 'after' is 'b'; allowed: a list of names of stories."),
    (
      "a: { after: [[b]], \(step) }",
      "f:4:16: the name of a story is a list; allowed: text."
    ),
    (
      "a/b: { steps: [] }",
      """
      f:4:3: a key of 'stories' is 'a/b', which holds '/'; allowed: letters, digits, '-', '_' and \
      '.', 64 at most, a letter or digit first.
      f:4:17: the story 'a/b' has no steps.
      """
    ),
    (
      "~: { \(step) }",
      "f:4:3: a key of 'stories' is '~'; allowed: text."
    ),
  ])
  func `mistakes in a story's keys and steps are reported`(_ stories: String, _ mistakes: String) {
    #expect(Samples.mistakes(in: Samples.stories(stories)) == mistakes)
  }

  @Test(arguments: [
    (
      "login: { \(step) }\nlist: { after: [logn], \(step) }",
      "f:5:19: there is no story 'logn'; allowed: login, list. Did you mean 'login'?"
    ),
    (
      "login: { \(step) }\nlist: { after: [quit], \(step) }",
      "f:5:19: there is no story 'quit'; allowed: login, list."
    ),
    ("a: { after: [a], \(step) }", "f:4:16: the story 'a' comes before itself."),
    (
      "ok: { \(step) }\na: { after: [ok, c], \(step) }\nb: { after: [a], \(step) }\n"
        + "c: { after: [b], \(step) }\nlast: { after: [c], \(step) }",
      """
      f:5:20: the story 'a' comes before itself.
      f:6:16: the story 'b' comes before itself.
      f:7:16: the story 'c' comes before itself.
      """
    ),
  ])
  func `mistakes in the order of stories are reported`(
    _ stories: String, _ mistakes: String
  ) {
    #expect(Samples.mistakes(in: Samples.stories(stories)) == mistakes)
  }

  @Test func `a mistake in a part that is used twice is reported once, at its place`() {
    let stories = """
      one:
        steps: &steps
          - list: {}
            expect: {}
      two:
        steps: *steps
      """
    #expect(
      Samples.mistakes(in: Samples.stories(stories)) == """
        f:7:17: nothing is expected; allowed: a count, a digest, an error or another fact.
        """)
  }

  @Test func `a message lists twenty of a file's stories`() {
    let stories =
      (1...24).map { "s\($0): { \(Self.step) }" } + ["s25: { after: [x], \(Self.step) }"]
    let listed = (1...20).map { "s\($0)" }.joined(separator: ", ")
    #expect(
      Samples.mistakes(in: Samples.stories(stories.joined(separator: "\n")))
        == "f:28:18: there is no story 'x'; allowed: \(listed) and 5 more.")
  }

  /// Each is looked for among all names, which takes seconds for thousands of mistakes among thousands of stories.
  @Test func `of many mistakes, the first hundred come with the name that was probably meant`() {
    let stories =
      ["login: { \(Self.step) }"] + (1...150).map { "a\($0): { after: [logn], \(Self.step) }" }
    let lines = Samples.mistakes(in: Samples.stories(stories.joined(separator: "\n")))
      .split(separator: "\n")
    let hints = lines.map { $0.hasSuffix("Did you mean 'login'?") }
    #expect(hints == Array(repeating: true, count: 100) + Array(repeating: false, count: 50))
  }
}
