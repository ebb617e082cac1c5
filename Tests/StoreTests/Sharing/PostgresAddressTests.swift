import Sharing
import Testing

@Suite struct PostgresAddressTests {
  @Test(arguments: [
    ("postgres://anna:s3cret@db.example:5433/team", "postgres://anna@db.example:5433/team"),
    ("postgresql:///team", "postgresql:///team"),
    ("postgres://[::1]:5432/team?sslmode=require", "postgres://[::1]:5432/team"),
    ("postgres://anna@/team?host=%2Frun%2Fpg", "postgres://anna@/run/pg:team"),
    ("postgres://a:x@one:1,two:2/team", "postgres://a@one:1,two:2/team"),
  ])
  func `an address is shown without its password`(_ text: String, _ shown: String) throws {
    #expect(try PostgresAddress(text).description == shown)
  }

  @Test(arguments: [
    ("http://db/team", "does not begin with postgres://"),
    ("", "does not begin with postgres://"),
    ("postgres://db", "names no database"),
    ("postgres://db/", "names no database"),
    ("postgres://db/a/b", "names more than one database"),
    (
      "postgres://db/a b",
      "has a blank, a control character or a letter outside ASCII; percent-encode it, as "
        + "in %20"
    ),
    (
      "postgres://db/tëam",
      "has a blank, a control character or a letter outside ASCII; percent-encode it, "
        + "as in %20"
    ),
    ("postgres://a:s3cret@x@db/t", "has an @ in its user or password; write it as %40"),
    ("postgres://a:s3cret%4@db/t", "has a % without two hexadecimal digits after it"),
    ("postgres://a:s3cret%00@db/t", "has a % without two hexadecimal digits after it"),
    ("postgres://db:0/t", "has the port '0', allowed: 1 to 65535"),
    (
      "postgres://db:99999999999999999999/t",
      "has the port '99999999999999999999', allowed: 1 to 65535"
    ),
  ])
  func `an invalid address is refused, and the reason leaves out the password`(
    _ text: String, _ reason: String
  ) {
    #expect(throws: SharingError.address(reason: reason)) { try PostgresAddress(text) }
  }

  @Test func `the error names a parameter that is not allowed, but not its value`() {
    let error = #expect(throws: SharingError.self) {
      try PostgresAddress("postgres://db/t?password=s3cret")
    }
    #expect(error?.description.contains("the parameter 'password', allowed") == true)
    #expect(error?.description.contains("s3cret") == false)
  }
}
