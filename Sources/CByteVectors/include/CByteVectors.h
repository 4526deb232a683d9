// Searches, validates, and converts many bytes at once, with instructions that portable Swift doesn't offer. For a
// processor without a supported vector unit, the headers are empty, and `MirrorMap` uses its reference
// implementations in Swift. The tests compare these functions with the same implementations.

#include "Base64Vectors.h"
#include "ByteMasks.h"
#include "UTF8Vectors.h"
