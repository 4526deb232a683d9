// Xcode looks for the object file of every target; without a source file, there is none.
#include "CCurl.h"
