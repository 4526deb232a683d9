// The part of SQLite's interface that MirrorMapStore calls, declared here so that nobody has to install SQLite's
// development package. The library itself is there wherever SwiftPM runs.
#ifndef CSQLITE_H
#define CSQLITE_H

typedef struct sqlite3 sqlite3;
typedef struct sqlite3_stmt sqlite3_stmt;

int sqlite3_libversion_number(void);

#endif
