#ifndef FILE_SYSTEMS_H
#define FILE_SYSTEMS_H

/// Has everything that was written into the file system of an open folder reach its device: syncfs(2), a GNU
/// extension, which Swift's glibc module omits. Returns 0 on success, otherwise an errno.
int file_system_synchronise(int folder);

#endif
