#import "KMUPrivateFile.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAXIMUM_BYTES = 1 << 20, MODE = 0600 };

@implementation KMUPrivateFile

@synthesize path = _path;

- (instancetype)initWithPath:(NSString *)path kind:(NSString *)kind code:(KMUErrorCode)code {
  self = [super init];
  if (!self) return nil;
  _path = [path copy];
  _kind = [kind copy];
  _code = code;
  return self;
}

- (void)dealloc {
  [_path release];
  [_kind release];
  [super dealloc];
}

// Words errno as it is now.
static BOOL failed(KMUPrivateFile *file, NSString *operation, NSError **error) {
  KMURefuse(error, KMUErrorWith(file->_code, @"Cannot %@ the %@ %@: %s.", operation, file->_kind,
                                file->_path, strerror(errno)));
  return NO;
}

- (BOOL)exists {
  struct stat status;
  return lstat([_path fileSystemRepresentation], &status) == 0;
}

static BOOL checkMode(KMUPrivateFile *file, int descriptor, off_t *size, NSError **error) {
  struct stat status;
  if (fstat(descriptor, &status) != 0) return failed(file, @"examine", error);
  *size = status.st_size;
  int mode = status.st_mode & 0777;
  if (mode == MODE && *size <= MAXIMUM_BYTES) return YES;
  KMURefuse(error, mode == MODE
                     ? KMUErrorWith(file->_code, @"Cannot use the %@ %@: it is damaged, it has %lld bytes.",
                                    file->_kind, file->_path, (long long)*size)
                     : KMUErrorWith(file->_code, @"Cannot use the %@ %@: its mode is 0%o, not 0600.",
                                    file->_kind, file->_path, mode));
  return NO;
}

- (NSData *)read:(NSError **)error {
  int descriptor = open([_path fileSystemRepresentation], O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  if (descriptor < 0) {
    failed(self, @"open", error);
    return nil;
  }
  off_t size = 0;
  NSMutableData *bytes = nil;
  // The mode is that of the open file, so it can not change in between.
  if (checkMode(self, descriptor, &size, error)) {
    bytes = [NSMutableData dataWithLength:(NSUInteger)size];
    ssize_t count = pread(descriptor, [bytes mutableBytes], (size_t)size, 0);
    if (count != size) {
      failed(self, @"read", error);
      bytes = nil;
    }
  }
  close(descriptor);
  return bytes;
}

// Makes the new name itself survive a power loss.
static BOOL synchroniseFolder(KMUPrivateFile *file, NSError **error) {
  NSString *folder = [file->_path stringByDeletingLastPathComponent];
  int descriptor = open([folder length] ? [folder fileSystemRepresentation] : ".",
                        O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  BOOL isDone = descriptor >= 0 && fsync(descriptor) == 0;
  if (!isDone) failed(file, @"synchronise", error);
  if (descriptor >= 0) close(descriptor);
  return isDone;
}

static BOOL writeAll(int descriptor, NSData *bytes) {
  const char *at = [bytes bytes], *end = at + [bytes length];
  while (at < end) {
    ssize_t count = write(descriptor, at, (size_t)(end - at));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return NO;
    at += count;
  }
  return fsync(descriptor) == 0;
}

// Writes the bytes into a new file beside the path, and has `place` give it the name. The temporary name
// is gone afterwards, whatever happened.
static BOOL writeBeside(KMUPrivateFile *file, NSData *bytes, int (*place)(const char *, const char *),
                   NSString *operation, NSError **error) {
  const char *path = [file->_path fileSystemRepresentation];
  char temporary[strlen(path) + sizeof ".XXXXXX"];
  strcat(strcpy(temporary, path), ".XXXXXX");
  // mkstemp creates with mode 0600, and never opens a file that exists.
  int descriptor = mkstemp(temporary);
  if (descriptor < 0) return failed(file, @"create", error);
  // A program started meanwhile by another thread must not inherit it.
  fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  BOOL isWritten = writeAll(descriptor, bytes);
  if (!isWritten) failed(file, @"write", error);
  close(descriptor);
  BOOL isPlaced = isWritten && place(temporary, path) == 0;
  // Whoever else created it meanwhile has created the one that counts.
  BOOL isTaken = isWritten && !isPlaced && place == link && errno == EEXIST;
  if (isWritten && !isPlaced && !isTaken) failed(file, operation, error);
  if (!isPlaced || place == link) unlink(temporary);
  return isTaken || (isPlaced && synchroniseFolder(file, error));
}

- (BOOL)replaceWith:(NSData *)bytes error:(NSError **)error {
  return writeBeside(self, bytes, rename, @"replace", error);
}

- (BOOL)createWith:(NSData *)bytes error:(NSError **)error {
  // A link fails where rename would overwrite: of two who create at once, one does.
  return writeBeside(self, bytes, link, @"create", error);
}

- (int)lock:(NSError **)error {
  int descriptor = open([_path fileSystemRepresentation], O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  if (descriptor < 0) {
    failed(self, @"open", error);
    return -1;
  }
  while (flock(descriptor, LOCK_EX) != 0) {
    if (errno == EINTR) continue;
    failed(self, @"lock", error);
    close(descriptor);
    return -1;
  }
  return descriptor;
}

@end
