import type { Readable } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'
import mime from 'mime-types'
import { isFilePath, privateFolder, type StoredFile } from '../file-store.ts'
import { encodePath, keptFor, safetyHeaders } from '../served-headers.ts'
import { isMissing } from './s3-errors.ts'

/** A bucket, and how to reach it. */
export interface S3Options {
  bucket: string
  region: string
  /** The address of a storage that speaks the protocol of S3; Amazon's by default. */
  endpoint?: string
  /** The bucket stands in the path of addresses, not in the name of the host. */
  usePathStyle?: boolean
  /** Without them the SDK finds them: in its environment, or by the role of the machine. */
  credentials?: { key: string; secret: string }
  /** The access that files with an address get: `public-read`. Without it the bucket's policy decides. */
  acl?: string
  /** The address of the bucket for browsers, without a slash at its end. */
  address: string
}

/** The milliseconds that a request may wait for its connection, and for each further byte. */
const patience = { connectionTimeout: 5_000, requestTimeout: 30_000, socketTimeout: 30_000 }
/** Files above so many bytes are sent in parts of so many. */
export const partSize = 8 * 1024 * 1024
/** The SDK, loaded when it is first needed. */
export const sdk = () => import('@aws-sdk/client-s3')

/** The objects of a bucket, by the paths of files. The SDK is loaded by the first call. */
export class Bucket {
  readonly #options: S3Options
  #client: Promise<S3Client> | undefined

  constructor(options: S3Options) {
    this.#options = options
  }

  /** The connection. */
  client(): Promise<S3Client> {
    this.#client ??= connect(this.#options)
    return this.#client
  }

  /** Where the bucket has a file. @throws for an invalid path. */
  keyOf(path: string): { Bucket: string; Key: string } {
    if (!isFilePath(path)) throw new Error(`'${path}' is no path of a file`)
    return { Bucket: this.#options.bucket, Key: path }
  }

  /** Stores an object; large ones in parts, of which none stays if it fails. */
  async put(path: string, { body, size }: { body: Readable | Uint8Array; size: number }): Promise<void> {
    const object = { ...this.keyOf(path), ...describe(path), ...this.#accessOf(path), Body: body }
    const client = await this.client()
    if (size <= partSize) {
      const { PutObjectCommand } = await sdk()
      await client.send(new PutObjectCommand({ ...object, ContentLength: size }))
      return
    }
    const { Upload } = await import('@aws-sdk/lib-storage')
    await new Upload({ client, params: object, partSize, queueSize: 2 }).done()
  }

  /** Reads an object, or its first bytes; undefined if it is missing. */
  async get(path: string, maximum?: number): Promise<Readable | undefined> {
    const { GetObjectCommand } = await sdk()
    const range = maximum === undefined ? {} : { Range: `bytes=0-${maximum - 1}` }
    const client = await this.client()
    try {
      const { Body } = await client.send(new GetObjectCommand({ ...this.keyOf(path), ...range }))
      return Body as Readable
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  /** Stores an object again under another path. Rejects if it is missing. */
  async copy(from: string, to: string): Promise<void> {
    const { CopyObjectCommand } = await sdk()
    const { Bucket, Key } = this.keyOf(from)
    const copied = {
      ...{ ...this.keyOf(to), ...this.#accessOf(to) },
      CopySource: `${Bucket}/${encodePath(Key)}`,
    }
    await (await this.client()).send(new CopyObjectCommand(copied))
  }

  /** Removes an object; a missing one is no error. */
  async remove(path: string): Promise<void> {
    const { DeleteObjectCommand } = await sdk()
    await (await this.client()).send(new DeleteObjectCommand(this.keyOf(path)))
  }

  /** The objects in a folder, or with `isDeep` below it, page by page: those behind `after`, in the order of their bytes. */
  async *pages(
    folder: string,
    { isDeep, after }: { isDeep: boolean; after?: string | undefined },
  ): AsyncGenerator<StoredFile[], void, undefined> {
    const { ListObjectsV2Command } = await sdk()
    const { Bucket, Key } = this.keyOf(folder)
    const start = after === undefined ? {} : { StartAfter: after }
    const listed = { Bucket, Prefix: `${Key}/`, ...start, ...(!isDeep && { Delimiter: '/' }) }
    let next: string | undefined
    do {
      const page = await (await this.client()).send(
        new ListObjectsV2Command({ ...listed, ...(next !== undefined && { ContinuationToken: next }) }),
      )
      yield (page.Contents ?? []).flatMap(({ Key: path, Size: size = 0, LastModified: changedAt }) =>
        path === undefined ? [] : { path, size, changedAt: changedAt ?? new Date(0) },
      )
      next = page.NextContinuationToken
    } while (next !== undefined)
  }

  #accessOf(path: string) {
    const { acl } = this.#options
    return acl && !path.startsWith(privateFolder) ? { ACL: acl as 'public-read' } : {}
  }
}

async function connect({
  region,
  endpoint,
  usePathStyle = false,
  credentials,
}: S3Options): Promise<S3Client> {
  const { S3Client } = await sdk()
  return new S3Client({
    region,
    forcePathStyle: usePathStyle,
    ...(endpoint && { endpoint }),
    ...(credentials && {
      credentials: { accessKeyId: credentials.key, secretAccessKey: credentials.secret },
    }),
    requestHandler: patience,
    // Storages of others do not know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
}

/** What browsers are told that load a file from the bucket itself. */
function describe(path: string) {
  const ContentType = typeOf(path)
  const { 'content-disposition': ContentDisposition } = safetyHeaders(ContentType)
  return {
    ContentType,
    CacheControl: `public, max-age=${keptFor}, immutable`,
    ...(ContentDisposition && { ContentDisposition }),
  }
}

/** The media type that the name of a file says. */
export function typeOf(path: string): string {
  return mime.lookup(path) || 'application/octet-stream'
}
