import { randomBytes } from 'node:crypto'
import { readdir, rename, rm, writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { dirname, join } from 'node:path'
import send from '@fastify/send'
import { type FileStore, isFilePath, type ServedFile } from './file-store.ts'
import { makeDurable, makeFolder } from './folders.ts'

const lifetime = '365d'
/** Browsers show these without running anything in them. */
const inert = /^(?:image\/(?!svg)|audio\/|video\/|application\/pdf\b)/
/** Whatever else a file holds, opened in a browser it may do nothing in the forum's name. */
const sandbox = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/** Keeps files in a folder of the disk; `baseUrl` is where the folder is served. */
export function createDiskStore(folder: string, baseUrl: string): FileStore {
  // Not served, as its name begins with a dot.
  const drafts = join(folder, '.drafts')
  const placeOf = (path: string) => {
    if (!isFilePath(path)) throw new Error(`'${path}' is no path of a file`)
    return join(folder, path)
  }

  return {
    async write(path, bytes) {
      const place = placeOf(path)
      const draft = join(drafts, randomBytes(12).toString('hex'))
      await makeFolder(drafts)
      await makeFolder(dirname(place))
      try {
        await writeFile(draft, bytes, { flag: 'wx', flush: true })
        await rename(draft, place)
        await makeDurable(dirname(place))
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },
    delete: (path) => rm(placeOf(path), { force: true }),
    url: (path) => `${baseUrl}/${encodePath(path)}`,
    serve: async (request, path) => (isFilePath(path) ? serveFrom(folder, request, path) : undefined),
    async list(inside) {
      try {
        const entries = await readdir(placeOf(inside), { withFileTypes: true })
        return entries.filter((entry) => entry.isFile()).map(({ name }) => `${inside}/${name}`)
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
  const isInert = inert.test(headers['Content-Type'] ?? headers['content-type'] ?? '')
  return {
    status,
    headers: isInert || type === 'error' ? headers : { ...headers, 'content-security-policy': sandbox },
    stream,
  }
}

function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}
