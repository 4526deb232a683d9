// The part of SQLite's interface that MirrorMapStore calls, declared here so that building doesn't require SQLite's
// development package. The library itself is installed wherever SwiftPM runs.
#ifndef CSQLITE_H
#define CSQLITE_H

typedef struct sqlite3 sqlite3;
typedef struct sqlite3_stmt sqlite3_stmt;
typedef void (*sqlite3_destructor_type)(void *);

#define SQLITE_OK 0
#define SQLITE_ERROR 1
#define SQLITE_BUSY 5
#define SQLITE_LOCKED 6
#define SQLITE_READONLY 8
#define SQLITE_IOERR 10
#define SQLITE_CORRUPT 11
#define SQLITE_FULL 13
#define SQLITE_CANTOPEN 14
#define SQLITE_CONSTRAINT 19
#define SQLITE_NOTADB 26
#define SQLITE_ROW 100
#define SQLITE_DONE 101

#define SQLITE_OPEN_READWRITE 0x00000002
#define SQLITE_OPEN_CREATE 0x00000004
#define SQLITE_OPEN_NOMUTEX 0x00008000

#define SQLITE_INTEGER 1
#define SQLITE_FLOAT 2
#define SQLITE_TEXT 3
#define SQLITE_BLOB 4
#define SQLITE_UTF8 1

int sqlite3_libversion_number(void);

int sqlite3_open_v2(const char *path, sqlite3 **connection, int flags, const char *vfs);
int sqlite3_close_v2(sqlite3 *connection);
int sqlite3_busy_timeout(sqlite3 *connection, int milliseconds);
int sqlite3_extended_result_codes(sqlite3 *connection, int on);
int sqlite3_get_autocommit(sqlite3 *connection);
int sqlite3_system_errno(sqlite3 *connection);
const char *sqlite3_errmsg(sqlite3 *connection);

int sqlite3_prepare_v2(sqlite3 *connection, const char *sql, int length, sqlite3_stmt **statement,
                       const char **tail);
int sqlite3_finalize(sqlite3_stmt *statement);
int sqlite3_step(sqlite3_stmt *statement);
int sqlite3_reset(sqlite3_stmt *statement);

int sqlite3_bind_parameter_count(sqlite3_stmt *statement);
int sqlite3_bind_null(sqlite3_stmt *statement, int number);
int sqlite3_bind_int64(sqlite3_stmt *statement, int number, long long value);
int sqlite3_bind_double(sqlite3_stmt *statement, int number, double value);
int sqlite3_bind_text64(sqlite3_stmt *statement, int number, const char *bytes, unsigned long long count,
                        sqlite3_destructor_type destructor, unsigned char encoding);
int sqlite3_bind_blob64(sqlite3_stmt *statement, int number, const void *bytes, unsigned long long count,
                        sqlite3_destructor_type destructor);

int sqlite3_column_count(sqlite3_stmt *statement);
int sqlite3_column_type(sqlite3_stmt *statement, int column);
long long sqlite3_column_int64(sqlite3_stmt *statement, int column);
double sqlite3_column_double(sqlite3_stmt *statement, int column);
const unsigned char *sqlite3_column_text(sqlite3_stmt *statement, int column);
const void *sqlite3_column_blob(sqlite3_stmt *statement, int column);
int sqlite3_column_bytes(sqlite3_stmt *statement, int column);

#endif
