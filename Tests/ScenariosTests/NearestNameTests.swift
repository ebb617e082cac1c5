import Scenarios
import Testing

struct NearestNameTests {
  @Test(arguments: [
    ("steps", "steps"), ("step", "steps"), ("stpes", "steps"), ("stepps", "steps"),
    ("Title", "title"), ("atfer", "after"),
  ])
  func `a typing error finds the name that was meant`(_ name: String, _ meant: String) {
    #expect(NearestName.of(name, among: ["title", "after", "steps"]) == meant)
  }

  @Test(arguments: ["", "x", "stxxs", "prerequisites"])
  func `what is far from every name finds none`(_ name: String) {
    #expect(NearestName.of(name, among: ["title", "after", "steps"]) == nil)
  }

  @Test func `a third of the longer name's letters may be wrong, and no more`() {
    #expect(NearestName.of("abcxyf", among: ["abcdef"]) == "abcdef")
    #expect(NearestName.of("abcxyz", among: ["abcdef"]) == nil)
  }

  @Test func `of two names equally near it is the first in the alphabet`() {
    #expect(NearestName.of("cat", among: ["hat", "bat"]) == "bat")
  }

  @Test func `there is no nearest of no names`() {
    #expect(NearestName.of("steps", among: []) == nil)
  }

  @Test func `letters count, not bytes`() {
    #expect(NearestName.of("große", among: ["größe"]) == "größe")
  }
}
