import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { payloadTooLarge, requestAborted, requestTimeout } from '../../../infrastructure/errors.ts'
import { Budget } from '../../../infrastructure/limits/budget.ts'
import { addressKey } from '../../../infrastructure/limits/rate-limits.ts'
import { addressOf } from '../session/request-session.ts'
import { ByteCollector } from './byte-collector.ts'

/** Limits on the request bodies that the process holds at the same time. Times are milliseconds. */
export interface BodyLimits {
  /** Bytes of bodies in memory. */
  bytes: number
  /** Bytes of bodies in memory per address. */
  bytesPerAddress: number
  /** How many bodies may wait for memory, in total and per address. */
  waiting: number
  waitingPerAddress: number
  /** How long a body waits for memory. */
  waitMs: number
  /** A body with reserved memory must receive at least `paceBytes` per `paceMs`, or its request fails. */
  paceMs: number
  paceBytes: number
}

const megabyte = 1024 * 1024

const defaultBodyLimits: BodyLimits = {
  bytes: 32 * megabyte,
  bytesPerAddress: 8 * megabyte,
  waiting: 400,
  waitingPerAddress: 100,
  waitMs: 10_000,
  paceMs: 10_000,
  paceBytes: 64 * 1024,
}

/** Bodies up to this size need no reservation: Node has received most of them already. */
const smallBody = 16 * 1024

declare module 'fastify' {
  interface FastifyRequest {
    /** The response to this request. */
    answer: ServerResponse | undefined
  }
}

/** Reads request bodies within a memory budget that all requests of the process share. */
export class IncomingBodies {
  readonly #limits: BodyLimits
  readonly #memory: Budget

  constructor(limits: Partial<BodyLimits> = {}) {
    this.#limits = { ...defaultBodyLimits, ...limits }
    const { bytes, bytesPerAddress, waitMs } = this.#limits
    const waiting = { total: this.#limits.waiting, perKey: this.#limits.waitingPerAddress }
    this.#memory = new Budget({ total: bytes, perKey: bytesPerAddress, waiting, waitMs })
  }

  /** Reserved bytes, and the number of bodies that wait for memory. */
  get load(): { taken: number; waiting: number } {
    const { used: taken, waiting } = this.#memory
    return { taken, waiting }
  }

  /**
   * Reads a body as UTF-8.
   * @throws `payloadTooLarge` beyond `limit` bytes, `busy` if no memory is available in time,
   *   `requestTimeout` if it is sent too slowly, `requestAborted`.
   */
  async text(request: FastifyRequest, payload: Readable, limit: number): Promise<string> {
    const expected = lengthOf(request)
    if (expected !== undefined && expected > limit) throw payloadTooLarge()
    const collected = new ByteCollector()
    let isLarge = false
    await this.#read(request, payload, {
      onChunk(chunk) {
        if (collected.length + chunk.length > limit) throw payloadTooLarge()
        collected.add(chunk)
        if (isLarge || collected.length <= smallBody) return undefined
        isLarge = true
        // Reserves the declared length, or the most that may come.
        return expected ?? limit
      },
    })
    return collected.bytes().toString()
  }

  /** Reads and discards a body. Throws as `text`. */
  async discard(request: FastifyRequest, payload: Readable, limit: number): Promise<void> {
    if ((lengthOf(request) ?? 0) > limit) throw payloadTooLarge()
    let length = 0
    await this.#read(request, payload, {
      onChunk(chunk) {
        length += chunk.length
        if (length > limit) throw payloadTooLarge()
        return undefined
      },
    })
  }

  /**
   * Reserves `bytes` of memory and runs `work`, which reads a body of up to that size. The reservation lasts until the
   * request is answered. Throws as `text`, and what `work` throws.
   */
  async reading<T>(request: FastifyRequest, bytes: number, work: () => Promise<T>): Promise<T> {
    await this.#reserve(request, bytes)
    return this.#enforcePace(request, work)
  }

  /** Calls `onChunk` for each chunk. If that returns a number of bytes, reading pauses until they are reserved. */
  #read(
    request: FastifyRequest,
    payload: Readable,
    { onChunk }: { onChunk(chunk: Buffer): number | undefined },
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
          const needed = onChunk(chunk)
          if (needed !== undefined) wait(needed)
        } catch (error) {
          settle(() => reject(error))
        }
      }
      const wait = (bytes: number) => {
        payload.pause()
        this.#reserve(request, bytes).then(
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

  /** Reserves memory until the request is answered. */
  async #reserve(request: FastifyRequest, bytes: number): Promise<void> {
    const { answer } = request
    // The client disconnected before this call; `close` is not emitted again.
    if (answer?.destroyed) throw requestAborted()
    const disconnected = new AbortController()
    const abort = () => disconnected.abort(requestAborted())
    answer?.once('close', abort)
    const key = addressKey(addressOf(request.ip))
    const { release } = await this.#memory.reserve(bytes, { key, signal: disconnected.signal })
    answer?.off('close', abort).once('finish', release).once('close', release)
    if (answer?.destroyed) release()
  }

  async #enforcePace<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> {
    const slow = Promise.withResolvers<never>()
    const unwatch = this.#watchPace(request, slow.reject)
    try {
      return await Promise.race([work(), slow.promise])
    } catch (error) {
      // Further data must not fill the buffers of `work`.
      request.raw.unpipe?.()
      throw error
    } finally {
      unwatch()
    }
  }

  /** Calls `tooSlow` if the client sends less of the body than the pace requires. @returns stops watching. */
  #watchPace({ raw }: FastifyRequest, tooSlow: (error: Error) => void): () => void {
    const { paceMs, paceBytes } = this.#limits
    let lastBytesRead = raw.socket.bytesRead
    const timer = setInterval(() => {
      const { bytesRead } = raw.socket
      if (!raw.complete && bytesRead - lastBytesRead < paceBytes) tooSlow(requestTimeout())
      lastBytesRead = bytesRead
    }, paceMs)
    return () => clearInterval(timer)
  }
}

/** The declared length of a body in bytes; undefined if the request declares none. */
export function lengthOf({ headers }: FastifyRequest): number | undefined {
  const length = headers['content-length']
  return length === undefined ? undefined : Number(length)
}
