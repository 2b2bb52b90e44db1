import { tooManyRequests } from '../../infrastructure/errors.ts'
import type { Context, WriteContext } from '../context/context.ts'
import { type Declared, mergeRecords, type Owned } from '../declared.ts'
import { definePoint } from '../extension-point.ts'

/** Makes writers pause. Throttles run before all other checks of a request. */
export interface Throttle {
  /** The endpoints it applies to, `discussions.create`, and the names of routes. */
  endpoints: readonly string[]
  /**
   * Returns the seconds until the actor may retry; undefined if this throttle allows the request; 'pass' to allow it
   * whatever other throttles return.
   */
  wait(context: Context, request: ThrottledRequest): Promise<Wait> | Wait
  /** The throttle counts what its `create` endpoints make: it also runs in their transactions, one at a time per account. */
  inTurn?: true
}

export type Wait = number | 'pass' | undefined

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

/** Runs the throttles of the endpoint; throws 429 with the longest wait (api-core 4.6). Exempts requests with an API key. */
export async function askThrottles(context: Context, request: ThrottledRequest): Promise<void> {
  if (context.client?.hasApiKey) return
  let longest: number | undefined
  for (const { endpoints, wait } of context.forum.points.throttles.values()) {
    if (!endpoints.includes(request.endpoint)) continue
    const seconds = await wait(context, request)
    if (seconds === 'pass') return
    if (seconds !== undefined) longest = Math.max(longest ?? 0, seconds)
  }
  if (longest !== undefined) throw tooManyRequests(longest)
}

/**
 * Runs the throttles again inside the transaction that makes what they count, under a lock of the account. Of concurrent
 * requests all but the first have to wait.
 */
export async function askThrottlesInTurn(context: WriteContext, request: ThrottledRequest): Promise<void> {
  const { actor, db, forum } = context
  const isWatched = [...forum.points.throttles.values()].some(
    ({ endpoints, inTurn }) => inTurn && endpoints.includes(request.endpoint),
  )
  if (actor.isGuest || !isWatched) return
  await forum.database.dialect.lock(db, `throttled ${actor.id}`)
  await askThrottles(context, request)
}

declare module '../extension.ts' {
  interface Extension {
    /** Pauses between writes, by name: functions that say how long a writer has to wait. */
    throttles?: Readonly<Record<string, Throttle>>
  }
}

declare module '../extension-point.ts' {
  interface Points {
    throttles: ReadonlyMap<string, Owned<Throttle>>
  }
}

/** Throttles. */
export const throttlesPoint = definePoint('throttles', {
  sections: ['throttles'],
  combine: ({ throttles }) => combineThrottles(throttles),
})
