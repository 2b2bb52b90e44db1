import { createHmac } from 'node:crypto'
import type { Forum } from '../../points/context/context.ts'

/** The first part of the Message-ID of a job's mail: the same for every attempt, and for no other job or forum. */
export function messageId({ secrets }: Forum, job: number): string {
  return createHmac('sha256', secrets.signing).update(`mail ${job}`).digest('hex').slice(0, 32)
}
