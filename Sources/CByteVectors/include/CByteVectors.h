// Searches and checks on many bytes at once that portable Swift has no instructions for. Without a vector
// unit that is known here the headers are empty: `MirrorMap` then takes its own ways in Swift, which are also
// what the tests compare these with.

#include "ByteMasks.h"
#include "UTF8Vectors.h"
