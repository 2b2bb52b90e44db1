import type { Transform } from 'node:stream'

/** Compressors that are kept for further answers. */
const maximumIdle = 16

/** How a pool uses compressors: streams of `node:zlib`. */
export interface CompressorUse<Compressor extends Transform> {
  /** Makes a compressor that ends its output with each write. Its buffer has to hold whole outputs. */
  create(options: { highWaterMark: number }): Compressor
  /** Makes a compressor ready for the next write, where the library does not do so by itself. */
  restart?(compressor: Compressor): void
}

/**
 * Compresses buffers, each to a complete output, with compressors that serve again. V8 frees a compressor and its buffers
 * only with the old generation, so one for each answer would cause many collections of it.
 */
export class CompressorPool<Compressor extends Transform> {
  readonly #use: CompressorUse<Compressor>
  readonly #idle: Compressor[] = []

  constructor(use: CompressorUse<Compressor>) {
    this.#use = use
  }

  /** Compresses in the thread pool of Node. */
  compress(bytes: Buffer): Promise<Buffer> {
    const compressor = this.#idle.pop() ?? this.#create()
    return new Promise((resolve, reject) => {
      compressor.write(bytes, (error) => {
        if (error) return reject(error)
        resolve(compressor.read())
        this.#release(compressor)
      })
    })
  }

  #create(): Compressor {
    const compressor = this.#use.create({ highWaterMark: 2 ** 30 })
    // `write` reports errors, too.
    compressor.on('error', () => {})
    return compressor
  }

  #release(compressor: Compressor): void {
    if (this.#idle.length >= maximumIdle) return void compressor.destroy()
    this.#use.restart?.(compressor)
    this.#idle.push(compressor)
  }
}
