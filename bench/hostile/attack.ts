import { setTimeout as sleep } from 'node:timers/promises'
import { type Faults, faultOf, type Plan } from './plan.ts'

/** A way in which a single visitor could try to harm a forum. */
export interface HostileCase {
  name: string
  /** Whether the case needs PostgreSQL; it is skipped on SQLite. */
  needsPostgres?: true
  /** Runs for at most `attack.milliseconds`, and adds what goes wrong to `attack.faults`. */
  run(attack: Attack): Promise<void>
}

/** The parameters of a hostile case. */
export interface Attack {
  plan: Plan
  faults: Faults
  /** Duration of the case. */
  milliseconds: number
}

const timeoutMs = 60_000

/** Headers with the administrator's token. */
export function administratorHeaders({ token }: Plan): Record<string, string> {
  return { authorization: `Token ${token}` }
}

/** Sends a request and discards the response body. Status 500 and above without `Retry-After` is a fault. */
export async function sendRequest(
  { plan, faults }: Attack,
  what: string,
  path: string,
  init: RequestInit = {},
): Promise<number | undefined> {
  try {
    const response = await fetch(plan.url + path, { signal: AbortSignal.timeout(timeoutMs), ...init })
    const fault = faultOf(what, response.status, response.headers.has('retry-after'))
    if (fault) faults.add(fault)
    for await (const _chunk of response.body ?? []) {
      // Discards the body.
    }
    return response.status
  } catch (error) {
    if (!init.signal?.aborted) faults.add(`${what}: ${causeOf(error)}`)
    return undefined
  }
}

/** Repeats `work` with a concurrency of `width` until the time of the case is over. */
export async function runConcurrently(
  { milliseconds }: Attack,
  width: number,
  work: (number: number) => Promise<unknown>,
): Promise<void> {
  const end = performance.now() + milliseconds
  const repeat = async (number: number) => {
    do {
      await work(number)
      // Limits the rate of requests that the server rejects immediately.
      await sleep(20)
    } while (performance.now() < end)
  }
  await Promise.all(Array.from({ length: width }, (_, number) => repeat(number)))
}

/** The innermost reason of a failed request. */
export function causeOf(error: unknown): string {
  const { cause } = error as Error
  return cause ? causeOf(cause) : String(error)
}
