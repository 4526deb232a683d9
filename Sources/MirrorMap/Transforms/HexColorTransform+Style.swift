extension HexColorTransform {
  /// How encoded colors look.
  public struct Style: Sendable {
    /// Whether the alpha of a color is written.
    public enum Alpha: Sendable {
      /// For colors that are not opaque.
      case whereNeeded
      case always
      /// It is left out, whatever it is.
      case never
    }

    private let prefix: Bool
    private let alpha: Alpha
    private let uppercase: Bool

    /// Makes a style.
    ///
    /// - Parameters:
    ///   - prefix: whether a `#` comes first.
    ///   - alpha: whether alpha is written after the three colors.
    ///   - uppercase: whether digits are capitals.
    public init(prefix: Bool = true, alpha: Alpha = .whereNeeded, uppercase: Bool = true) {
      self.prefix = prefix
      self.alpha = alpha
      self.uppercase = uppercase
    }

    func text(of color: RGBAColor) -> String {
      var components = [color.red, color.green, color.blue]
      switch alpha {
      case .always: components.append(color.alpha)
      case .whereNeeded where color.alpha < 255: components.append(color.alpha)
      case .whereNeeded, .never: break
      }
      return components.reduce(into: prefix ? "#" : "") { text, component in
        if component < 16 { text += "0" }
        text += String(component, radix: 16, uppercase: uppercase)
      }
    }
  }
}
