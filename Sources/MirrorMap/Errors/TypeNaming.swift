/// A type's name in texts: `User`, whatever module and scope it is declared in.
///
/// Out of line, so that the name is made at run time. Where the optimiser knows the type and makes the name
/// itself, a private type gets one that is mangled.
@inline(never)
@usableFromInline
func typeName(of type: Any.Type) -> String { "\(type)" }
