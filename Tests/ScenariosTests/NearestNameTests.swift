import Scenarios
import Testing

struct NearestNameTests {
  @Test(arguments: [
    ("steps", "steps"), ("step", "steps"), ("stpes", "steps"), ("stepps", "steps"),
    ("Title", "title"), ("atfer", "after"),
  ])
  func `a misspelt name finds the name that was meant`(_ name: String, _ meant: String) {
    #expect(NearestName.of(name, among: ["title", "after", "steps"]) == meant)
  }

  @Test(arguments: ["", "x", "stxxs", "prerequisites"])
  func `a word far from every name finds none`(_ name: String) {
    #expect(NearestName.of(name, among: ["title", "after", "steps"]) == nil)
  }

  @Test func `up to a third of the longer name's letters may be wrong`() {
    #expect(NearestName.of("abcxyf", among: ["abcdef"]) == "abcdef")
    #expect(NearestName.of("abcxyz", among: ["abcdef"]) == nil)
  }

  @Test func `of two equally near names the first in the alphabet is found`() {
    #expect(NearestName.of("cat", among: ["hat", "bat"]) == "bat")
  }

  @Test func `without any names no nearest name is found`() {
    #expect(NearestName.of("steps", among: []) == nil)
  }

  @Test func `distances count letters, not bytes`() {
    #expect(NearestName.of("große", among: ["größe"]) == "größe")
  }
}
