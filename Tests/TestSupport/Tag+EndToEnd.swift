public import Testing

extension Tag {
  /// Goes through the built command line, or through a compiler: seconds rather than milliseconds.
  @Tag public static var endToEnd: Self
}
