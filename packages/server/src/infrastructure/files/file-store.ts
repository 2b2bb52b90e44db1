import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'

/** Files below this folder have no address: only routes that check who asks answer with them. */
export const privateFolder = 'private/'

/**
 * The storage of uploaded files. Paths are relative, `avatars/x.png`. A path names the same bytes for ever: a changed
 * picture gets a new path, so that browsers may cache files without limit.
 */
export interface FileStore {
  /** Stores a new file; resolves when it is durable. Rejects an invalid path. A draft is gone then. */
  write(path: string, source: Uint8Array | Draft): Promise<void>
  /**
   * Keeps bytes as they arrive, on the disk of this process, until `write` makes a file of them. Rejects as `source` does, and
   * then keeps nothing.
   */
  receive(source: AsyncIterable<Uint8Array>): Promise<Draft>
  /** The folder on the disk of this process for what is no file yet. What is a day old may be discarded. */
  readonly draftFolder: string
  /** Discards drafts of processes that ended before they did. */
  discardOldDrafts(): Promise<void>
  /** Gives a file another path, which no file has; resolves when that is durable. Rejects if the file is missing. */
  move(from: string, to: string): Promise<void>
  /** Deletes a file; a missing file is no error. */
  delete(path: string): Promise<void>
  /** Deletes a folder with all its files; a missing one is no error. */
  deleteFolder(path: string): Promise<void>
  /** Returns the public address of a file. Throws for a private one. */
  url(path: string): string
  /** Answers a request for a file (also conditional and range requests); undefined if it is missing. */
  serve(request: IncomingMessage, path: string): Promise<ServedFile | undefined>
  /** Opens a file for reading; undefined if it is missing. */
  open(path: string): Promise<Readable | undefined>
  /** Reads a file, or its first bytes; undefined if it is missing. */
  read(path: string, maximum?: number): Promise<Buffer | undefined>
  /**
   * Yields the files below a folder, in the order of the store: those behind `after`, to go on where a former
   * call has ended. Keeps the names of one folder of each depth in memory.
   */
  walk(folder: string, after?: string): AsyncIterable<StoredFile>
  /** Returns the paths of the files in a folder, without those in subfolders; none if the folder is missing. */
  list(folder: string): Promise<string[]>
}

/** A file in the store. */
export interface StoredFile {
  path: string
  /** Number of bytes. */
  size: number
  /** When it was written or moved. */
  changedAt: Date
}

/** Bytes that are not a file yet: nothing serves them. */
export interface Draft {
  /** Number of bytes. */
  readonly size: number
  /** The path of the file on this process's disk that has them. */
  readonly location: string
  /** Deletes them; nothing happens if `write` has taken them. */
  discard(): Promise<void>
}

/** The response with a file: all of it, a part, or 304. */
export interface ServedFile {
  status: number
  headers: Readonly<Record<string, string>>
  stream: Readable
}

// Excludes hidden files, `..`, and characters with a meaning to operating systems.
const segment = /^[^./\\\0][^/\\\0]{0,199}$/u

/** The longest name and path that common file systems accept, in bytes. */
const longest = { name: 255, path: 1000 }

/** Whether a text is a valid path of a file. */
export function isFilePath(path: string): boolean {
  return (
    Buffer.byteLength(path) <= longest.path &&
    path.split('/').every((part) => segment.test(part) && Buffer.byteLength(part) <= longest.name)
  )
}
