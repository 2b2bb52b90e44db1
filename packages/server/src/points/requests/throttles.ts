import { tooManyRequests } from '../../infrastructure/errors.ts'
import type { Context, WriteContext } from '../context/context.ts'
import { type Declared, mergeRecords, type Owned } from '../declared.ts'
import { definePoint } from '../extension-point.ts'

/** Slows writers down: asked before anything else about a request is checked. */
export interface Throttle {
  /** Endpoints it watches, `discussions.create`, and routes by their name. */
  endpoints: readonly string[]
  /**
   * Seconds until the actor may try again; undefined when this throttle has nothing against the request; 'pass' to
   * let it pass whatever other throttles say.
   */
  wait(context: Context, request: ThrottledRequest): Promise<Wait> | Wait
  /** What it counts is made by the creations it watches: it is asked in their transactions, too, one after the other. */
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

/**
 * Asks every throttle that watches the endpoint; 429 with the longest wait, if any (api-core 4.6). Programs with an API
 * key are never slowed down.
 */
export async function askThrottles(context: Context, request: ThrottledRequest): Promise<void> {
  if (context.client?.hasApiKey) return
  let longest: number | undefined
  for (const { endpoints, wait } of context.forum.points.throttles.values()) {
    if (!endpoints.includes(request.endpoint)) continue
    const answer = await wait(context, request)
    if (answer === 'pass') return
    if (answer !== undefined) longest = Math.max(longest ?? 0, answer)
  }
  if (longest !== undefined) throw tooManyRequests(longest)
}

/**
 * Asks again inside the transaction that makes what is counted; those of one account come here one after the other. Of
 * many at the same time all but the first are told to wait.
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
    /** Limits on how often writers may act. */
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
