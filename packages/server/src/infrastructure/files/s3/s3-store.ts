import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { type FileStore, isFilePath, privateFolder } from '../file-store.ts'
import { encodePath } from '../served-headers.ts'
import { Bucket, partSize, type S3Options } from './bucket.ts'
import { codeOf } from './s3-errors.ts'
import { serveObject } from './serve-object.ts'

/** Files of a folder that are deleted at once. */
const deletedAtOnce = 10

/** Stores files in a bucket of S3. Bytes that are not a file yet stay with `local`, a store on disk. */
export function createS3Store(
  options: S3Options,
  local: Pick<FileStore, 'receive' | 'draftFolder' | 'discardOldDrafts'>,
): FileStore {
  const bucket = new Bucket(options)
  return {
    async write(path, source) {
      if (source instanceof Uint8Array) return bucket.put(path, { body: source, size: source.length })
      const { location, discard } = source
      try {
        // Another process may have written it.
        const { size } = await stat(location)
        // A stream could not be sent again after a fault; small files are.
        const body = createReadStream(location)
        await bucket.put(path, { body: size <= partSize ? await bytesOf(body) : body, size })
      } finally {
        await discard()
      }
    },
    draftFolder: local.draftFolder,
    receive: (source) => local.receive(source),
    discardOldDrafts: () => local.discardOldDrafts(),
    async move(from, to) {
      await bucket.copy(from, to)
      await bucket.remove(from)
    },
    delete: async (path) => bucket.remove(path),
    async deleteFolder(folder) {
      for await (const page of bucket.pages(folder, { isDeep: true }))
        for (let start = 0; start < page.length; start += deletedAtOnce)
          await Promise.all(page.slice(start, start + deletedAtOnce).map(({ path }) => bucket.remove(path)))
    },
    url(path) {
      if (path.startsWith(privateFolder)) throw new Error(`'${path}' is private`)
      return `${options.address}/${encodePath(path)}`
    },
    serve: async (request, path) => (isFilePath(path) ? serveObject(bucket, request, path) : undefined),
    open: (path) => bucket.get(path),
    async read(path, maximum) {
      try {
        const stream = await bucket.get(path, maximum)
        return stream && (await bytesOf(stream))
      } catch (error) {
        // There is no first byte.
        if (codeOf(error) === 'InvalidRange') return Buffer.of()
        throw error
      }
    },
    async *walk(folder, after) {
      for await (const page of bucket.pages(folder, { isDeep: true, after })) yield* page
    },
    async list(folder) {
      const paths: string[] = []
      for await (const page of bucket.pages(folder, { isDeep: false }))
        paths.push(...page.map(({ path }) => path))
      return paths
    },
  }
}

async function bytesOf(stream: Readable): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of stream) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}
