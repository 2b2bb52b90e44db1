import { setTimeout as sleep } from 'node:timers/promises'
import { type Faults, faultOf, type Plan } from './plan.ts'

/** A way to harm a forum, as one visitor could try it. */
export interface HostileCase {
  name: string
  /** Whether it needs the database server; left out on SQLite. */
  needsPostgres?: true
  /** Harms for at most `attack.milliseconds`, then resolves; notes what the forum does wrong in `attack.faults`. */
  run(attack: Attack): Promise<void>
}

/** What a hostile case has at hand. */
export interface Attack {
  plan: Plan
  faults: Faults
  /** For how long it may go on. */
  milliseconds: number
}

const patienceMs = 60_000

/** Headers that act as the administrator. */
export function administratorHeaders({ token }: Plan): Record<string, string> {
  return { authorization: `Token ${token}` }
}

/** Asks, and notes a 5xx that does not say when to come again. Reads and drops the answer's body. */
export async function ask(
  { plan, faults }: Attack,
  what: string,
  path: string,
  init: RequestInit = {},
): Promise<number | undefined> {
  try {
    const response = await fetch(plan.url + path, { signal: AbortSignal.timeout(patienceMs), ...init })
    const fault = faultOf(what, response)
    if (fault) faults.add(fault)
    for await (const _chunk of response.body ?? []) {
      // Read to the end, kept nowhere.
    }
    return response.status
  } catch (error) {
    if (!init.signal?.aborted) faults.add(`${what}: ${causeOf(error)}`)
    return undefined
  }
}

/** Repeats `work` with so many at a time until the case's time is over. */
export async function atOnce(
  { milliseconds }: Attack,
  width: number,
  work: (number: number) => Promise<unknown>,
): Promise<void> {
  const end = performance.now() + milliseconds
  const repeat = async (number: number) => {
    do {
      await work(number)
      // Refused at once, a client would otherwise ask thousands of times a second.
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
