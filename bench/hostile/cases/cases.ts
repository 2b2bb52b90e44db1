import type { HostileCase } from '../attack.ts'
import { badPathsAndAborts, methodOverrides } from './bad-requests.ts'
import { brokenConnections } from './broken-connections.ts'
import { deletion } from './deletion.ts'
import { largeAnswers, unreadAnswers } from './large-answers.ts'
import { longReads } from './long-reads.ts'
import { slowClients } from './slow-clients.ts'
import { guestsUploads, largeImages } from './uploads.ts'

/** All hostile cases, in the order of execution. */
export const hostileCases: readonly HostileCase[] = [
  largeAnswers,
  unreadAnswers,
  ...longReads,
  deletion,
  guestsUploads,
  largeImages,
  slowClients,
  methodOverrides,
  badPathsAndAborts,
  brokenConnections,
]
