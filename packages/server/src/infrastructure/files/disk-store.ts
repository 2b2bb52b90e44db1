import { open, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { dirname, join } from 'node:path'
import send from '@fastify/send'
import { discardOldDrafts, receiveDraft } from './drafts.ts'
import { type FileStore, isFilePath, privateFolder, type ServedFile, type StoredFile } from './file-store.ts'
import { makeDurable, makeFolder } from './folders.ts'
import { encodePath, keptFor, safetyHeaders } from './served-headers.ts'

/** Stores files in a folder on disk, of which `baseUrl` is the address. */
export function createDiskStore(folder: string, baseUrl: string): FileStore {
  // Not served, since their names begin with a dot.
  const temporaryFolder = join(folder, '.drafts')
  const privateRoot = join(folder, '.private')
  const locate = (path: string) => {
    if (!isFilePath(path)) throw new Error(`'${path}' is no path of a file`)
    const { root, rest } = placeOf(path)
    return join(root, rest)
  }
  const placeOf = (path: string) =>
    path.startsWith(privateFolder)
      ? { root: privateRoot, rest: path.slice(privateFolder.length) }
      : { root: folder, rest: path }

  return {
    async write(path, source) {
      const file = locate(path)
      const draft = source instanceof Uint8Array ? await receiveDraft(temporaryFolder, [source]) : source
      try {
        await makeFolder(dirname(file))
        // Another process may have written it.
        await makeDurable(draft.location)
        // A draft may have waited for others of its request.
        const now = new Date()
        await utimes(draft.location, now, now)
        await rename(draft.location, file)
        await makeDurable(dirname(file))
      } catch (error) {
        await draft.discard()
        throw error
      }
    },
    draftFolder: temporaryFolder,
    receive: (source) => receiveDraft(temporaryFolder, source),
    discardOldDrafts: () => discardOldDrafts(temporaryFolder),
    async move(from, to) {
      const [former, file] = [locate(from), locate(to)]
      await makeFolder(dirname(file))
      await rename(former, file)
      await makeDurable(dirname(file))
      await makeDurable(dirname(former))
    },
    delete: (path) => rm(locate(path), { force: true }),
    deleteFolder: (path) => rm(locate(path), { recursive: true, force: true }),
    url(path) {
      if (path.startsWith(privateFolder)) throw new Error(`'${path}' is private`)
      return `${baseUrl}/${encodePath(path)}`
    },
    async serve(request, path) {
      if (!isFilePath(path)) return undefined
      const { root, rest } = placeOf(path)
      return serveFrom(root, request, rest)
    },
    open: async (path) => (await ifThere(open(locate(path))))?.createReadStream(),
    read: async (path, maximum) => readFrom(locate(path), maximum),
    walk(path, after) {
      const rest = after?.startsWith(`${path}/`) ? after.slice(path.length + 1).split('/') : []
      return walk(locate(path), path, rest)
    },
    async list(path) {
      const entries = (await ifThere(readdir(locate(path), { withFileTypes: true }))) ?? []
      return entries.filter((entry) => entry.isFile()).map(({ name }) => `${path}/${name}`)
    },
  }
}

/** Yields the files of a folder behind `after`, the parts of a path below it. */
async function* walk(
  folder: string,
  path: string,
  [first = '', ...rest]: readonly string[],
): AsyncGenerator<StoredFile> {
  const entries = await ifThere(readdir(folder, { withFileTypes: true }))
  for (const entry of entries?.sort((a, b) => (a.name < b.name ? -1 : 1)) ?? []) {
    const { name } = entry
    if (name < first || !isFilePath(name)) continue
    const [location, own] = [join(folder, name), `${path}/${name}`]
    if (entry.isDirectory()) yield* walk(location, own, name === first ? rest : [])
    else if (entry.isFile() && name !== first) {
      const found = await ifThere(stat(location))
      // A move changes nothing but the time of the entry.
      const changedAt = found && new Date(Math.max(found.mtimeMs, found.ctimeMs))
      if (changedAt) yield { path: own, size: found.size, changedAt }
    }
  }
}

/** Undefined for a file or folder that is missing. */
async function ifThere<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

async function readFrom(file: string, maximum: number | undefined): Promise<Buffer | undefined> {
  const handle = await ifThere(open(file))
  if (!handle) return undefined
  try {
    if (maximum === undefined) return await handle.readFile()
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(maximum), 0, maximum, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

async function serveFrom(
  root: string,
  request: IncomingMessage,
  path: string,
): Promise<ServedFile | undefined> {
  const options = { root, index: false, dotfiles: 'ignore', immutable: true, maxAge: keptFor * 1000 } as const
  const { type, statusCode: status, headers, stream } = await send(request, encodePath(path), options)
  if (type === 'directory' || status === 404) return undefined
  const mediaType = headers['Content-Type'] ?? headers['content-type'] ?? ''
  const isFile = type !== 'error'
  return {
    status,
    headers: {
      ...headers,
      ...(isFile && safetyHeaders(mediaType)),
    },
    stream,
  }
}
