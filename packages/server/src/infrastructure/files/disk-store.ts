import { type FileHandle, open, readdir, rename, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { dirname, join } from 'node:path'
import send from '@fastify/send'
import { discardOldDrafts, receiveDraft } from './drafts.ts'
import { type FileStore, isFilePath, privateFolder, type ServedFile } from './file-store.ts'
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
        await rename(draft.location, file)
        await makeDurable(dirname(file))
      } catch (error) {
        await draft.discard()
        throw error
      }
    },
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
    open: async (path) => (await openFile(locate(path)))?.createReadStream(),
    read: async (path, maximum) => readFrom(locate(path), maximum),
    async list(path) {
      try {
        const entries = await readdir(locate(path), { withFileTypes: true })
        return entries.filter((entry) => entry.isFile()).map(({ name }) => `${path}/${name}`)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
        throw error
      }
    },
  }
}

function openFile(file: string): Promise<FileHandle | undefined> {
  return open(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
}

async function readFrom(file: string, maximum: number | undefined): Promise<Buffer | undefined> {
  const handle = await openFile(file)
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
