import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FinishedPage } from '../../points/context/context.ts'

/** A finished page as it goes out. */
export interface CachedPage {
  status: number
  headers: Readonly<Record<string, string>>
  identity: Buffer
  brotli: Buffer
  gzip: Buffer
}

/** A page that was just drawn, and what to send it with. */
export interface FreshPage extends FinishedPage {
  headers: Readonly<Record<string, string>>
}

interface Entry {
  page: CachedPage
  /** How often it was asked for. */
  uses: number
  shows: ReadonlySet<string>
  /** Milliseconds. */
  until: number
  size: number
}

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

const usesOfWanted = 30

function compress(bytes: Buffer, quality: number): Promise<Buffer> {
  return brotli(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  })
}

/**
 * Pages that every guest gets alike, compressed once. Bounded by size, dropped when what they show changes, and
 * after a minute in any case: relative times grow old.
 */
export class GuestPageCache {
  readonly #entries = new Map<string, Entry>()
  readonly #pending = new Map<string, Promise<CachedPage>>()
  readonly #maximumBytes: number
  readonly #lifetime: number
  #bytes = 0
  #drops = 0

  constructor({ maximumBytes = 48 * 1024 * 1024, lifetime = 60_000 } = {}) {
    this.#maximumBytes = maximumBytes
    this.#lifetime = lifetime
  }

  /** The page under `key`, if it is there and fresh. */
  get(key: string): CachedPage | undefined {
    const entry = this.#entries.get(key)
    if (entry && entry.until > performance.now()) {
      entry.uses += 1
      if (entry.uses === usesOfWanted) void this.#squeeze(entry)
      return entry.page
    }
    if (entry) this.#remove(key, entry)
    return undefined
  }

  /** Draws the page under `key`, once for all who ask for it at the same time. */
  async fill(key: string, draw: () => Promise<FreshPage>): Promise<CachedPage> {
    const pending = this.#pending.get(key)
    if (pending) return pending
    const filling = this.#draw(key, draw).finally(() => {
      if (this.#pending.get(key) === filling) this.#pending.delete(key)
    })
    this.#pending.set(key, filling)
    return filling
  }

  async #draw(key: string, draw: () => Promise<FreshPage>): Promise<CachedPage> {
    const drops = this.#drops
    const { status, headers, html: identity, shows } = await draw()
    const [brotlied, gzipped] = await Promise.all([compress(identity, 5), zip(identity)])
    const page = { status, headers, identity, brotli: brotlied, gzip: gzipped }
    // What changed while the page was drawn may or may not be on it.
    if (status === 200 && drops === this.#drops) this.#keep(key, page, shows)
    return page
  }

  /** Whether it keeps no page, and none is being drawn. */
  get isEmpty(): boolean {
    return this.#entries.size === 0 && this.#pending.size === 0
  }

  /** Forgets the pages that show something of `changed`. */
  drop(changed: ReadonlySet<string>): void {
    if (changed.size === 0) return
    this.#forgetPending()
    for (const [key, entry] of this.#entries) {
      if (!entry.shows.isDisjointFrom(changed)) this.#remove(key, entry)
    }
  }

  /** Forgets every page. */
  clear(): void {
    this.#forgetPending()
    this.#entries.clear()
    this.#bytes = 0
  }

  /** What is being drawn may be old already: it is not kept, and who asks from now on waits for another drawing. */
  #forgetPending(): void {
    this.#drops += 1
    this.#pending.clear()
  }

  #keep(key: string, page: CachedPage, shows: readonly string[]): void {
    const size = page.identity.length + page.brotli.length + page.gzip.length
    this.#entries.set(key, {
      page,
      shows: new Set(shows),
      size,
      uses: 0,
      until: performance.now() + this.#lifetime,
    })
    this.#bytes += size
    for (const [oldKey, old] of this.#entries) {
      if (this.#bytes <= this.#maximumBytes) break
      this.#remove(oldKey, old)
    }
  }

  /** A tenth fewer bytes for thirty times the work: worth it for pages that prove to be wanted. */
  async #squeeze(entry: Entry): Promise<void> {
    entry.page = { ...entry.page, brotli: await compress(entry.page.identity, constants.BROTLI_MAX_QUALITY) }
  }

  #remove(key: string, entry: Entry): void {
    if (this.#entries.delete(key)) this.#bytes -= entry.size
  }
}
