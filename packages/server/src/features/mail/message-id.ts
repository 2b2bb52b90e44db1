import { createHmac } from 'node:crypto'
import type { Forum } from '../../points/context/context.ts'

/** The local part of the Message-ID of a job's mail: the same for every attempt, different for other jobs and forums. */
export function messageId({ secrets }: Forum, job: number): string {
  return createHmac('sha256', secrets.signing).update(`mail ${job}`).digest('hex').slice(0, 32)
}
