import { randomBytes } from 'node:crypto'
import { readdir, rename, rm, writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { dirname, join } from 'node:path'
import send from '@fastify/send'
import { type FileStore, isFilePath, type ServedFile } from './file-store.ts'
import { makeDurable, makeFolder } from './folders.ts'

const lifetime = '365d'
/** Media types that cannot run scripts in a browser. */
const inertTypes = /^(?:image\/(?!svg)|audio\/|video\/|application\/pdf\b)/
/** The content security policy of all other files: their scripts do not run, and cannot act in the forum's origin. */
const sandbox = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/** Stores files in a folder on disk; `baseUrl` is the address of the folder. */
export function createDiskStore(folder: string, baseUrl: string): FileStore {
  // Not served, since its name begins with a dot.
  const temporaryFolder = join(folder, '.drafts')
  const locate = (path: string) => {
    if (!isFilePath(path)) throw new Error(`'${path}' is no path of a file`)
    return join(folder, path)
  }

  return {
    async write(path, bytes) {
      const file = locate(path)
      const temporaryFile = join(temporaryFolder, randomBytes(12).toString('hex'))
      await makeFolder(temporaryFolder)
      await makeFolder(dirname(file))
      try {
        await writeFile(temporaryFile, bytes, { flag: 'wx', flush: true })
        await rename(temporaryFile, file)
        await makeDurable(dirname(file))
      } catch (error) {
        await rm(temporaryFile, { force: true })
        throw error
      }
    },
    delete: (path) => rm(locate(path), { force: true }),
    deleteFolder: (path) => rm(locate(path), { recursive: true, force: true }),
    url: (path) => `${baseUrl}/${encodePath(path)}`,
    serve: async (request, path) => (isFilePath(path) ? serveFrom(folder, request, path) : undefined),
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

async function serveFrom(
  root: string,
  request: IncomingMessage,
  path: string,
): Promise<ServedFile | undefined> {
  const options = { root, index: false, dotfiles: 'ignore', immutable: true, maxAge: lifetime } as const
  const { type, statusCode: status, headers, stream } = await send(request, encodePath(path), options)
  if (type === 'directory' || status === 404) return undefined
  const isInert = inertTypes.test(headers['Content-Type'] ?? headers['content-type'] ?? '')
  return {
    status,
    headers: isInert || type === 'error' ? headers : { ...headers, 'content-security-policy': sandbox },
    stream,
  }
}

function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}
