import { type Attack, type HostileCase, runConcurrently, sendRequest } from '../attack.ts'

function twentyAtATime(name: string, path: (attack: Attack) => string): HostileCase {
  return { name, run: (attack) => runConcurrently(attack, 20, () => sendRequest(attack, name, path(attack))) }
}

/** Expensive reads: the linkage of a long discussion, deep pages, sorts and filters without an index. */
export const longReads: readonly HostileCase[] = [
  twentyAtATime('ids of a long discussion', ({ plan }) => `/api/discussions/${plan.longest.id}`),
  twentyAtATime('deep offset', () => '/api/posts?page%5Boffset%5D=900000'),
  twentyAtATime('deep offset of discussions', () => '/api/discussions?page%5Boffset%5D=45000'),
  twentyAtATime('several sort fields', () => '/api/posts?sort=number,-createdAt'),
  twentyAtATime('filter beside a sort', () => '/api/posts?filter%5Bnumber%5D=1&sort=-createdAt'),
]
