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
}
