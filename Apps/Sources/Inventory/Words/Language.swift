/// The languages the app speaks; the raw values are ISO 639-1.
public enum Language: String, CaseIterable, Sendable {
  /// English.
  case english = "en"
  /// German, the language of the source's users.
  case german = "de"
}
