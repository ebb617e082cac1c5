import Foundation
import Testing

/// Where `make test` begins. Without a file of this name the package manager looks for XCTest's classes in an
/// index that compiling has to write, which is a tenth of what building the tests takes; there are none here.
/// It then runs Swift Testing's tests only if it is told to.
@main
enum Main {
  static func main() async {
    if CommandLine.arguments.contains("--dump-tests-json") {
      FileHandle.standardError.write(
        Data("There are no tests of XCTest: add --disable-xctest --enable-swift-testing.\n".utf8))
      exit(1)
    }
    await Testing.__swiftPMEntryPoint() as Never
  }
}
