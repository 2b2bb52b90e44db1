import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { payloadTooLarge, requestAborted, requestTimeout } from '../../../infrastructure/errors.ts'
import { Budget } from '../../../infrastructure/limits/budget.ts'
import { addressKey } from '../../../infrastructure/limits/rate-limits.ts'
import { addressOf } from '../session/request-session.ts'
import { ByteCollector } from './byte-collector.ts'

/** How much of what visitors send the process keeps at the same time. Times are milliseconds. */
export interface BodyLimits {
  /** Bytes of bodies in memory. */
  bytes: number
  /** Bytes of one address. */
  bytesPerAddress: number
  /** How many bodies may wait for memory, and how many of one address. */
  waiting: number
  waitingPerAddress: number
  /** How long a body waits for memory. */
  waitMs: number
  /** A body that has memory brings at least `paceBytes` in `paceMs`, or gives it back. */
  paceMs: number
  paceBytes: number
}

const megabyte = 1024 * 1024

export const defaultBodyLimits: BodyLimits = {
  bytes: 32 * megabyte,
  bytesPerAddress: 8 * megabyte,
  waiting: 400,
  waitingPerAddress: 100,
  waitMs: 10_000,
  paceMs: 10_000,
  paceBytes: 64 * 1024,
}

/** Bodies up to this size are read at once: no more than what Node has received of them already. */
const smallBody = 16 * 1024

declare module 'fastify' {
  interface FastifyRequest {
    /** The answer to this request. */
    answer: ServerResponse | undefined
  }
}

/** Reads bodies of requests within a budget of memory that all requests of the process share. */
export class IncomingBodies {
  readonly #limits: BodyLimits
  readonly #memory: Budget

  constructor(limits: Partial<BodyLimits> = {}) {
    this.#limits = { ...defaultBodyLimits, ...limits }
    const { bytes, bytesPerAddress, waitMs } = this.#limits
    const waiting = { total: this.#limits.waiting, perKey: this.#limits.waitingPerAddress }
    this.#memory = new Budget({ total: bytes, perKey: bytesPerAddress, waiting, waitMs })
  }

  /** Bytes that are promised to bodies, and how many bodies wait. */
  get load(): { taken: number; waiting: number } {
    const { used: taken, waiting } = this.#memory
    return { taken, waiting }
  }

  /**
   * Reads a body as UTF-8.
   * @throws `payloadTooLarge` beyond `limit` bytes, `busy` when there is no memory for it in time,
   *   `requestTimeout` when it is sent too slowly, `requestAborted`.
   */
  async text(request: FastifyRequest, payload: Readable, limit: number): Promise<string> {
    const expected = lengthOf(request)
    if (expected !== undefined && expected > limit) throw payloadTooLarge()
    const collected = new ByteCollector()
    let isLarge = false
    await this.#read(request, payload, {
      piece(piece) {
        if (collected.length + piece.length > limit) throw payloadTooLarge()
        collected.add(piece)
        if (isLarge || collected.length <= smallBody) return undefined
        isLarge = true
        return expected ?? limit
      },
    })
    return collected.bytes().toString()
  }

  /** Reads a body and keeps nothing of it. Throws as `text`. */
  async discard(request: FastifyRequest, payload: Readable, limit: number): Promise<void> {
    if ((lengthOf(request) ?? 0) > limit) throw payloadTooLarge()
    let length = 0
    await this.#read(request, payload, {
      piece(piece) {
        length += piece.length
        if (length > limit) throw payloadTooLarge()
        return undefined
      },
    })
  }

  /**
   * Runs `work`, which reads a body of up to `bytes`, once there is memory for them; they count until the request is
   * answered. Throws as `text`, and what `work` throws.
   */
  async reading<T>(request: FastifyRequest, bytes: number, work: () => Promise<T>): Promise<T> {
    await this.#hold(request, bytes)
    return this.#paced(request, work)
  }

  /** Hands pieces over as they come; one that returns a number of bytes waits until there is memory for them. */
  #read(
    request: FastifyRequest,
    payload: Readable,
    { piece }: { piece(piece: Buffer): number | undefined },
  ): Promise<void> {
    if (payload.destroyed) return Promise.reject(requestAborted())
    return new Promise((resolve, reject) => {
      let unwatch: (() => void) | undefined
      const settle = (outcome: () => void) => {
        unwatch?.()
        payload.off('data', onData).off('end', onEnd).off('error', onAbort).off('close', onAbort)
        isOver = true
        outcome()
      }
      let isOver = false
      const onEnd = () => settle(resolve)
      const onAbort = () => settle(() => reject(requestAborted()))
      const onData = (chunk: Buffer) => {
        try {
          const needed = piece(chunk)
          if (needed !== undefined) wait(needed)
        } catch (error) {
          settle(() => reject(error))
        }
      }
      const wait = (bytes: number) => {
        payload.pause()
        this.#hold(request, bytes).then(
          () => {
            if (isOver) return
            unwatch = this.#watchPace(request, (error) => settle(() => reject(error)))
            payload.resume()
          },
          (error: unknown) => !isOver && settle(() => reject(error)),
        )
      }
      payload.on('data', onData).on('end', onEnd).on('error', onAbort).on('close', onAbort)
    })
  }

  /** Takes memory until the request is answered. */
  async #hold(request: FastifyRequest, bytes: number): Promise<void> {
    const { answer } = request
    // The visitor has left while other things were awaited; `close` does not come again.
    if (answer?.destroyed) throw requestAborted()
    const gone = new AbortController()
    const leave = () => gone.abort(requestAborted())
    answer?.once('close', leave)
    const key = addressKey(addressOf(request.ip))
    const { release } = await this.#memory.reserve(bytes, { key, signal: gone.signal })
    answer?.off('close', leave).once('finish', release).once('close', release)
    if (answer?.destroyed) release()
  }

  async #paced<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> {
    const slow = Promise.withResolvers<never>()
    const unwatch = this.#watchPace(request, slow.reject)
    try {
      return await Promise.race([work(), slow.promise])
    } catch (error) {
      // What still comes must not go on filling the buffers of `work`.
      request.raw.unpipe?.()
      throw error
    } finally {
      unwatch()
    }
  }

  /** Calls `tooSlow` when the visitor sends too little of a body. */
  #watchPace({ raw }: FastifyRequest, tooSlow: (error: Error) => void): () => void {
    const { paceMs, paceBytes } = this.#limits
    let before = raw.socket.bytesRead
    const timer = setInterval(() => {
      const { bytesRead } = raw.socket
      if (!raw.complete && bytesRead - before < paceBytes) tooSlow(requestTimeout())
      before = bytesRead
    }, paceMs)
    return () => clearInterval(timer)
  }
}

/** What a request says about the length of its body, in bytes; undefined when it says nothing. */
export function lengthOf({ headers }: FastifyRequest): number | undefined {
  const length = headers['content-length']
  return length === undefined ? undefined : Number(length)
}
