import { auditActions, groupIds, rareUser } from './fill.ts'

/** A read of the administration. */
export interface Read {
  name: string
  path: string
  /** For the second page of this list: the link to it is followed, and these parameters are left out. */
  behind?: readonly string[]
  /** Only the beginning of the answer is read. */
  isStream?: true
  /** The goal of its growth, if it has its own. */
  goal?: number
}

const dayMs = 86_400_000

/** The reads that are compared, at a time. */
export function readsAt(now: number): Read[] {
  const day: DayBefore = (days) => new Date(now - days * dayMs).toISOString().slice(0, 10)
  return [...membersReads(day), ...auditReads(day), ...statisticsReads(day, now)]
}

/** The day so many days ago. */
type DayBefore = (days: number) => string

function membersReads(day: DayBefore): Read[] {
  const users = (name: string, query = '', limit = 50) => ({
    name: `members, ${name}`,
    path: `/api/admin/users?page[after]=&page[limit]=${limit}&${query}`,
  })
  return [
    users('first page'),
    {
      ...users('a page in the middle', `filter[joinedBefore]=${day(1825)}`),
      behind: ['filter[joinedBefore]'],
    },
    ...[
      'username',
      '-username',
      'joinedAt',
      'lastSeenAt',
      '-lastSeenAt',
      'discussionCount',
      '-commentCount',
    ].map((sort) => users(`sort ${sort}`, `sort=${sort}`)),
    users('group of a tenth', `filter[group]=${groupIds.regulars}`),
    users('group of a tenth, by name', `filter[group]=${groupIds.regulars}&sort=username`),
    // Too many to be collected, too few to be met soon: the worst case, which examines up to 2,000 users.
    { ...users('group of a two-hundredth', `filter[group]=${groupIds.testers}`, 5), goal: 3 },
    {
      ...users('group of a two-hundredth, by name', `filter[group]=${groupIds.testers}&sort=username`, 5),
      goal: 3,
    },
    users('administrators', 'filter[group]=1'),
    users('not confirmed', 'filter[unconfirmed]=1'),
    users('confirmed', 'filter[unconfirmed]=0'),
    users('seen since', `filter[lastSeenSince]=${day(60)}`),
    users('not seen since', `filter[lastSeenBefore]=${day(300)}`),
    users('not seen since, by visit', `filter[lastSeenBefore]=${day(300)}&sort=-lastSeenAt`),
    users('never seen', 'filter[neverSeen]=1'),
    users('joined since', `filter[joinedSince]=${day(365)}`),
    users('not confirmed, of a tenth', `filter[unconfirmed]=1&filter[group]=${groupIds.regulars}`, 5),
    users('search a', 'filter[q]=a'),
    users('search a, not confirmed', 'filter[q]=a&filter[unconfirmed]=1', 5),
    users('search for a rare name', `filter[q]=${rareUser.username.slice(0, 6)}`),
    users('search for an address', `filter[q]=${rareUser.email.slice(0, 6)}`),
    users('search for no name', 'filter[q]=qqq'),
    { name: 'members, count', path: '/api/admin/users/count' },
  ]
}

function auditReads(day: DayBefore): Read[] {
  const entries = (name: string, query = '') => ({
    name: `audit log, ${name}`,
    path: `/api/audit-entries?include=actor&page[after]=&${query}`,
  })
  return [
    entries('first page'),
    { ...entries('a page in the middle', `filter[until]=${day(150)}`), behind: ['filter[until]'] },
    entries('actor', 'filter[actor]=7'),
    entries('rare actor', `filter[actor]=${rareUser.username}`),
    entries('action', `filter[action]=${auditActions.common}`),
    entries('rare action', `filter[action]=${auditActions.rare}`),
    entries('target', 'filter[target]=discussions:9'),
    entries('origin', 'filter[origin]=session'),
    entries('rare origin', 'filter[origin]=apiKey'),
    entries('since', `filter[since]=${day(30)}`),
    entries('until', `filter[until]=${day(290)}`),
    entries('actor and action that meet', `filter[actor]=7&filter[action]=${auditActions.other}`),
    entries('actor and action that never meet', `filter[actor]=7&filter[action]=${auditActions.common}`),
    entries('rare actor, origin', `filter[actor]=${rareUser.username}&filter[origin]=session`),
    entries(
      'actor, action and origin that never meet',
      `filter[actor]=6&filter[action]=${auditActions.common}&filter[origin]=guest`,
    ),
    { name: 'audit log, beginning of an export', path: '/api/audit-entries/export', isStream: true },
  ]
}

function statisticsReads(day: DayBefore, now: number): Read[] {
  const report = (name: string, query: string) => ({
    name: `statistics, ${name}`,
    path: `/api/admin/statistics?${query}`,
  })
  return [
    report('today', 'period=day'),
    report('week', 'period=week'),
    report('month', 'period=month'),
    report('two years by day', `from=${day(740)}&to=${day(0)}&unit=day`),
    report('fifteen years by month', `from=${day(5475)}&to=${day(0)}&unit=month`),
    {
      name: 'statistics, contract, own range',
      path: `/api/statistics?period=custom&model=posts&dateRange[start]=${Math.floor((now - 365 * dayMs) / 1000)}&dateRange[end]=${Math.floor(now / 1000)}`,
    },
  ]
}
