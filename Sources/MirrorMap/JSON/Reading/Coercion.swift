/// stub until merged
public enum Coercion: Sendable { case none, lossless, lenient }
