const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'it does not exist and cannot be created',
  ENOTDIR: 'part of its path is a file, not a folder',
  EEXIST: 'it is a file, not a folder',
  EISDIR: 'it is a folder, not a file',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
  ELOOP: 'its links lead in a circle',
  ENAMETOOLONG: 'its name is too long',
  EMFILE: 'too many files are open',
}

/** The reason why a file or folder cannot be used, as the end of a sentence; undefined for other errors. */
export function fileFault(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return reasons[code]
}
