import { createHash } from 'node:crypto'
import {
  Budget,
  type Context,
  type Draft,
  encodeForeignPicture,
  type FileStore,
  readPublic,
  Unfetchable,
  UnreadablePicture,
} from '@parley/server'
import type { PictureKind } from './address.ts'

/** The folder of the file store with pictures of other sites. */
export const picturesFolder = 'link-previews'

/** The largest width and height of a picture, in pixels, and the largest file that it is made of, in bytes. */
const limits = {
  picture: { box: 640, maximumBytes: 5 * 2 ** 20 },
  icon: { box: 64, maximumBytes: 2 ** 19 },
} as const satisfies Record<PictureKind, { box: number; maximumBytes: number }>

const seconds = 10
/** Milliseconds for which a picture that could not be read is not asked for again. */
const failureMs = 600_000
const mostFailures = 2000
/** What is left when the folder was full: it is not cleaned again for each picture. */
const keptShare = 0.8

/** Pictures that are fetched and encoded at the same time: few, of which one reader gets at most three. */
const lane = () => new Budget({ total: 4, perKey: 3, waiting: { total: 400, perKey: 100 }, waitMs: 30_000 })

/**
 * The pictures of other sites that one process keeps in the file store, encoded again as WebP. Those that were stored first go when
 * they take more than `maximumBytes`.
 */
export class KeptPictures {
  readonly #files: FileStore
  readonly #maximumBytes: number
  readonly #lane = lane()
  readonly #making = new Map<string, Promise<boolean>>()
  /** When pictures that could not be read may be asked for again, by path. */
  readonly #failures = new Map<string, number>()
  /** Bytes of the folder; undefined until they are counted. */
  #bytes: number | undefined
  #cleaning: Promise<void> | undefined

  constructor(files: FileStore, { maximumBytes = 200 * 2 ** 20 } = {}) {
    this.#files = files
    this.#maximumBytes = maximumBytes
  }

  /**
   * Returns the path of a picture in the file store, fetched if it is not there; undefined if there is none.
   * @param by the key of the reader. @throws `busy` when too many wait.
   */
  async find(
    context: Pick<Context, 'forum' | 'now'>,
    { address, kind, by }: { address: string; kind: PictureKind; by: string },
  ): Promise<string | undefined> {
    const name = createHash('sha256').update(`${kind} ${address}`).digest('hex')
    const path = `${picturesFolder}/${name}.webp`
    if ((await this.#files.read(path, 1)) !== undefined) return path
    if (this.#hasFailed(path, context.now)) return undefined
    const making =
      this.#making.get(path) ??
      this.#lane
        .hold(1, () => this.#make(context.forum, { address, kind, path }), { key: by })
        .finally(() => this.#making.delete(path))
    this.#making.set(path, making)
    if (await making) return path
    this.#noteFailure(path, context.now)
    return undefined
  }

  #hasFailed(path: string, now: Date): boolean {
    const until = this.#failures.get(path) ?? 0
    if (until <= now.getTime()) this.#failures.delete(path)
    return until > now.getTime()
  }

  #noteFailure(path: string, now: Date): void {
    this.#failures.delete(path)
    this.#failures.set(path, now.getTime() + failureMs)
    const [oldest] = this.#failures.keys()
    if (this.#failures.size > mostFailures && oldest !== undefined) this.#failures.delete(oldest)
  }

  /** Fetches, encodes and stores a picture. @returns whether it is one. */
  async #make(
    forum: Context['forum'],
    { address, kind, path }: { address: string; kind: PictureKind; path: string },
  ): Promise<boolean> {
    const { box, maximumBytes } = limits[kind]
    const drafts: Draft[] = []
    try {
      const fetched = await readPublic(
        forum,
        address,
        // One byte more tells those that are too large.
        { accept: 'image/*', maximumBytes: maximumBytes + 1, seconds },
        ({ pieces }) => this.#files.receive(pieces),
      )
      if (fetched instanceof Unfetchable) return false
      drafts.push(fetched)
      if (fetched.size > maximumBytes) return false
      const made = await this.#files.receive(nothing())
      drafts.push(made)
      await encodeForeignPicture(fetched.location, made.location, { box, asWebp: true })
      await this.#files.write(path, made)
    } catch (error) {
      if (error instanceof UnreadablePicture) return false
      throw error
    } finally {
      for (const draft of drafts) await draft.discard()
    }
    const size = (await this.#files.read(path))?.length ?? 0
    if (this.#bytes !== undefined) this.#bytes += size
    if (this.#bytes === undefined || this.#bytes > this.#maximumBytes) {
      this.#cleaning ??= this.#clean(path).finally(() => {
        this.#cleaning = undefined
      })
      await this.#cleaning
    }
    return true
  }

  /** Counts the pictures, and deletes the oldest if all of them take too much. @param added the path of one that stays. */
  async #clean(added: string): Promise<void> {
    const found = []
    for await (const file of this.#files.walk(picturesFolder)) found.push(file)
    let bytes = found.reduce((sum, { size }) => sum + size, 0)
    if (bytes > this.#maximumBytes) {
      for (const { path, size } of found.sort((a, b) => Number(a.changedAt) - Number(b.changedAt))) {
        if (bytes <= this.#maximumBytes * keptShare || path === added) break
        await this.#files.delete(path)
        bytes -= size
      }
    }
    this.#bytes = bytes
  }
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

const kept = new WeakMap<FileStore, KeptPictures>()

/** The pictures that this process keeps for a forum. */
export function keptPicturesOf({ files }: Pick<Context['forum'], 'files'>): KeptPictures {
  const found = kept.get(files) ?? new KeptPictures(files)
  kept.set(files, found)
  return found
}
