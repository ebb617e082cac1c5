import TestSupport

extension ScratchFolder {
  /// Adds a `swift` that only pretends: it carries out a script with `$product` and `$scratch`, and leaves
  /// an executable file where the product should be. Asked for anything but a build it does nothing.
  func addPretendedSwift(_ script: String, at name: String = "swift") throws {
    try addScript(
      name,
      """
      PATH=/usr/bin:/bin
      for word; do
        case "$last" in --scratch-path) scratch=$word;; --product) product=$word;; esac
        last=$word
      done
      [ -n "$scratch" ] || exit 0
      mkdir -p "$scratch/debug"
      \(script)
      echo "$product" > "$scratch/debug/$product" && chmod 755 "$scratch/debug/$product"
      """)
  }
}
