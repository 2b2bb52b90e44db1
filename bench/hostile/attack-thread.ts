import { parentPort, workerData } from 'node:worker_threads'
import { type Attack, causeOf } from './attack.ts'
import { hostileCases } from './cases/cases.ts'
import { deleteDiscussion } from './cases/deletion.ts'
import { type Fault, Faults, type Plan } from './plan.ts'

/** The `workerData` of the thread. */
export interface AttackOptions {
  plan: Plan
  /** Names of the cases to run; all cases if empty. */
  only: readonly string[]
  /** Duration of each case. */
  millisecondsPerCase: number
  /** Time after which no further case begins. */
  milliseconds: number
}

/** Messages of the thread: each case that begins, and at the end the faults. */
export type AttackMessage = { begins: string } | { rounds: number; faults: Fault[] }

const { plan, only, millisecondsPerCase, milliseconds } = workerData as AttackOptions
const attack: Attack = { plan, faults: new Faults(), milliseconds: millisecondsPerCase }
const cases = hostileCases
  .filter(({ name }) => only.length === 0 || only.includes(name))
  .filter(({ needsPostgres }) => !needsPostgres || plan.postgresUrl !== undefined)
const end = performance.now() + milliseconds
const post = (message: AttackMessage) => parentPort?.postMessage(message)

let startedCases = 0
// Every case runs at least once.
while (startedCases < cases.length || performance.now() < end) {
  const { name, run } = cases[startedCases % cases.length] ?? cases[0] ?? failUnknownCase()
  post({ begins: name })
  await run(attack).catch((error) => attack.faults.add(`${name}: ${causeOf(error)}`))
  startedCases += 1
}
if (only.length === 0) await deleteDiscussion(attack, plan.longest.id)
post({ rounds: startedCases / cases.length, faults: attack.faults.list })

function failUnknownCase(): never {
  throw new Error('No case has this name')
}
