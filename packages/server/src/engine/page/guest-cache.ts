import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FinishedPage } from '../../points/context/context.ts'

/** A finished page in each encoding that it is sent in. */
export interface CachedPage {
  status: number
  headers: Readonly<Record<string, string>>
  identity: Buffer
  brotli: Buffer
  gzip: Buffer
}

/** A page that was just rendered, with its response headers. */
export interface FreshPage extends FinishedPage {
  headers: Readonly<Record<string, string>>
}

interface Entry {
  page: CachedPage
  /** How many requests the entry has answered. */
  uses: number
  tags: ReadonlySet<string>
  /** Milliseconds of `performance.now()`. */
  expiresAt: number
  /** Bytes in all encodings. */
  size: number
}

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

const usesUntilRecompressed = 30

function compress(bytes: Buffer, quality: number): Promise<Buffer> {
  return brotli(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  })
}

/**
 * Caches pages that are the same for every guest, compressed once. Entries are evicted beyond a total size, when what
 * they show changes, and after a minute in any case, because relative times become wrong.
 */
export class GuestPageCache {
  readonly #entries = new Map<string, Entry>()
  readonly #pending = new Map<string, Promise<CachedPage>>()
  readonly #maximumBytes: number
  readonly #lifetime: number
  readonly #hearsOfChanges: () => boolean
  #bytes = 0
  #invalidations = 0

  /** @param options `hearsOfChanges`: false while changes by other processes go unnoticed, so that no page is kept. */
  constructor({
    maximumBytes = 48 * 1024 * 1024,
    lifetime = 60_000,
    hearsOfChanges = (): boolean => true,
  } = {}) {
    this.#hearsOfChanges = hearsOfChanges
    this.#maximumBytes = maximumBytes
    this.#lifetime = lifetime
  }

  /** The page under `key`, if it is cached and has not expired. */
  get(key: string): CachedPage | undefined {
    const entry = this.#entries.get(key)
    if (entry && entry.expiresAt > performance.now()) {
      entry.uses += 1
      if (entry.uses === usesUntilRecompressed) void this.#recompress(entry)
      return entry.page
    }
    if (entry) this.#remove(key, entry)
    return undefined
  }

  /** Renders the page under `key`, once for all concurrent requests. */
  async fill(key: string, render: () => Promise<FreshPage>): Promise<CachedPage> {
    const pending = this.#pending.get(key)
    if (pending) return pending
    const filling = this.#render(key, render).finally(() => {
      if (this.#pending.get(key) === filling) this.#pending.delete(key)
    })
    this.#pending.set(key, filling)
    return filling
  }

  async #render(key: string, render: () => Promise<FreshPage>): Promise<CachedPage> {
    const invalidations = this.#invalidations
    const { status, headers, html: identity, cacheTags } = await render()
    const [brotlied, gzipped] = await Promise.all([compress(identity, 5), zip(identity)])
    const page = { status, headers, identity, brotli: brotlied, gzip: gzipped }
    // A change during rendering may or may not be on the page.
    const isFresh = invalidations === this.#invalidations && this.#hearsOfChanges()
    if (status === 200 && isFresh) this.#store(key, page, cacheTags)
    return page
  }

  /** Whether no page is cached or being rendered. */
  get isEmpty(): boolean {
    return this.#entries.size === 0 && this.#pending.size === 0
  }

  /** Evicts the pages that have one of these cache tags. */
  invalidate(changed: ReadonlySet<string>): void {
    if (changed.size === 0) return
    this.#detachPending()
    for (const [key, entry] of this.#entries) {
      if (!entry.tags.isDisjointFrom(changed)) this.#remove(key, entry)
    }
  }

  /** Evicts every page. */
  clear(): void {
    this.#detachPending()
    this.#entries.clear()
    this.#bytes = 0
  }

  /** Pages in the making may be stale: they are not cached, and later requests render the page again. */
  #detachPending(): void {
    this.#invalidations += 1
    this.#pending.clear()
  }

  #store(key: string, page: CachedPage, tags: readonly string[]): void {
    const size = page.identity.length + page.brotli.length + page.gzip.length
    this.#entries.set(key, {
      page,
      tags: new Set(tags),
      size,
      uses: 0,
      expiresAt: performance.now() + this.#lifetime,
    })
    this.#bytes += size
    for (const [oldKey, old] of this.#entries) {
      if (this.#bytes <= this.#maximumBytes) break
      this.#remove(oldKey, old)
    }
  }

  /** The best level saves a tenth of the bytes for thirty times the work, which pays for popular pages. */
  async #recompress(entry: Entry): Promise<void> {
    entry.page = { ...entry.page, brotli: await compress(entry.page.identity, constants.BROTLI_MAX_QUALITY) }
  }

  #remove(key: string, entry: Entry): void {
    if (this.#entries.delete(key)) this.#bytes -= entry.size
  }
}
