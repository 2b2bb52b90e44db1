import type { Context } from '../context.ts'
import { type Declared, mergeRecords, type Owned } from './declared.ts'

/** Slows writers down: asked before anything else about a request is checked. */
export interface Throttle {
  /** Endpoints it watches, `discussions.create`. */
  endpoints: readonly string[]
  /** Seconds until the actor may try again; undefined to let the request pass. */
  wait(context: Context, request: ThrottledRequest): Promise<number | undefined> | number | undefined
}

export interface ThrottledRequest {
  endpoint: string
  id?: string
  attributes: Readonly<Record<string, unknown>>
}

/** Checks and combines the throttles of all extensions. */
export function combineThrottles(
  declared: readonly Declared<Readonly<Record<string, Throttle>> | undefined>[],
): Map<string, Owned<Throttle>> {
  return mergeRecords('throttles', declared, (throttle) =>
    throttle.endpoints.length === 0 ? 'watches no endpoint' : undefined,
  )
}
