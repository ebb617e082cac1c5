import TestSupport

extension ScratchFolder {
  /// Adds a `swift` that only pretends: it carries out a script with `$product` and `$scratch`, and leaves
  /// an executable file where the product should be. Asked for anything but a build it prints a version.
  func addPretendedSwift(_ script: String, at name: String = "swift", version: String = "") throws {
    try addScript(
      name,
      """
      PATH=/usr/bin:/bin
      for word; do
        case "$last" in --scratch-path) scratch=$word;; --product) product=$word;; esac
        last=$word
      done
      [ -n "$scratch" ] || { echo "\(version)"; exit 0; }
      mkdir -p "$scratch/debug"
      \(script)
      echo "$product" > "$scratch/debug/$product" && chmod 755 "$scratch/debug/$product"
      """)
  }
}
