import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'

/**
 * Where uploaded files are kept. Paths are relative, `avatars/x.png`; a path names the same bytes for ever, so a
 * changed picture gets a new one and visitors keep files as long as they like.
 */
export interface FileStore {
  /** Stores a new file; resolves when it is durable. Rejects when the path is no path. */
  write(path: string, bytes: Uint8Array): Promise<void>
  /** Deletes a file; there being none is no error. */
  delete(path: string): Promise<void>
  /** Address where visitors find a file. */
  url(path: string): string
  /** Answers a visitor's request for a file (conditional and range requests too); undefined when there is none. */
  serve(request: IncomingMessage, path: string): Promise<ServedFile | undefined>
  /** Paths of the files in a folder, without those in folders inside it; none when there is no such folder. */
  list(folder: string): Promise<string[]>
}

/** A file as it goes out: whole, a part of it, or the news that it has not changed. */
export interface ServedFile {
  status: number
  headers: Readonly<Record<string, string>>
  stream: Readable
}

// What the operating system or a tool could take for something else begins with a dot or holds one of these.
const segment = /^[^./\\\0][^/\\\0]{0,199}$/u

/** Of a name, and of a path: more than these no usual file system takes. */
const longest = { name: 255, path: 1000 }

/** Whether a text can be a file's path. */
export function isFilePath(path: string): boolean {
  return (
    Buffer.byteLength(path) <= longest.path &&
    path.split('/').every((part) => segment.test(part) && Buffer.byteLength(part) <= longest.name)
  )
}
