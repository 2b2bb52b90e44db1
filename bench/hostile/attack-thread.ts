import { parentPort, workerData } from 'node:worker_threads'
import { type Attack, causeOf } from './attack.ts'
import { hostileCases } from './cases/cases.ts'
import { deleteDiscussion } from './cases/deletion.ts'
import { type Fault, Faults, type Plan } from './plan.ts'

/** What the thread is told. */
export interface AttackOrder {
  plan: Plan
  /** Names of the cases to run; all of them if empty. */
  only: readonly string[]
  /** For how long each case goes on. */
  millisecondsPerCase: number
  /** After which no further case begins. */
  milliseconds: number
}

/** What the thread tells: a case that begins, and at the end what the forum did wrong. */
export type AttackMessage = { begins: string } | { rounds: number; faults: Fault[] }

const { plan, only, millisecondsPerCase, milliseconds } = workerData as AttackOrder
const attack: Attack = { plan, faults: new Faults(), milliseconds: millisecondsPerCase }
const cases = hostileCases
  .filter(({ name }) => only.length === 0 || only.includes(name))
  .filter(({ needsPostgres }) => !needsPostgres || plan.postgresUrl !== undefined)
const end = performance.now() + milliseconds
const tell = (message: AttackMessage) => parentPort?.postMessage(message)

let begun = 0
// Every case runs at least once.
while (begun < cases.length || performance.now() < end) {
  const { name, run } = cases[begun % cases.length] ?? cases[0] ?? stop()
  tell({ begins: name })
  await run(attack).catch((error) => attack.faults.add(`${name}: ${causeOf(error)}`))
  begun += 1
}
if (only.length === 0) await deleteDiscussion(attack, plan.longest.id)
tell({ rounds: begun / cases.length, faults: attack.faults.list })

function stop(): never {
  throw new Error('There is no such case')
}
