import type { Queries } from '@parley/server'
import { moderators } from '@parley/server/actor'
import { storeCounts } from '@parley/server/counters'
import type { Database } from '@parley/server/db/database'
import { makeUsername } from './names.ts'
import type { Random } from './random.ts'

const batchSize = 500
const day = 86_400_000

/** An author of made-up posts. */
export interface Person {
  id: number
  joined: number
}

/** The made-up accounts, from which authors are picked by time. */
export class People {
  readonly #random: Random
  readonly #people: readonly Person[]
  /** Number of people who have joined by the last requested time; requested times only grow. */
  #joinedCount = 1

  private constructor(random: Random, people: readonly Person[]) {
    this.#random = random
    this.#people = people
  }

  /**
   * Creates accounts that join between two times (milliseconds); some are moderators. They have no password, which
   * prevents log-ins.
   */
  static async create(
    database: Database,
    random: Random,
    count: number,
    from: number,
    until: number,
  ): Promise<People> {
    const rows = await database.read.selectFrom('users').select(['username', 'email']).execute()
    const taken = new Set(rows.map((row) => row.username.toLowerCase()))
    for (const { email } of rows) taken.add((email.split('@')[0] ?? '').toLowerCase())
    const joined = Array.from({ length: count }, () => from + (until - from) * random.next() ** 1.5)
    joined.sort((a, b) => a - b)
    joined[0] = from
    const people: Person[] = []
    for (let start = 0; start < count; start += batchSize) {
      const batch = joined
        .slice(start, start + batchSize)
        .map((time) => makeAccount(random, taken, Math.floor(time), until))
      await database.transaction(async (db) => {
        for (const row of batch)
          people.push({ ...(await insert(db, row, people.length)), joined: Date.parse(row.joined_at) })
      })
    }
    return new People(random, people)
  }

  get count(): number {
    return this.#people.length
  }

  /** Picks a person who has joined by `time`; early members are picked most often. */
  pickAt(time: number): Person {
    while ((this.#people[this.#joinedCount]?.joined ?? Number.POSITIVE_INFINITY) <= time) this.#joinedCount++
    const person = this.#people[Math.floor(this.#joinedCount * this.#random.next() ** 2.5)]
    if (!person) throw new Error('The seed has no people')
    return person
  }

  /** The first person to join, who is a moderator. */
  get moderator(): Person {
    const [first] = this.#people
    if (!first) throw new Error('The seed has no people')
    return first
  }

  /** Stores the numbers of comments and discussions of each person. */
  async storeCounts(database: Database): Promise<void> {
    for (let start = 0; start < this.#people.length; start += batchSize) {
      const ids = this.#people.slice(start, start + batchSize).map(({ id }) => id)
      await database.transaction((db) => storeCounts(db, database, 'users', ids))
    }
  }
}

function makeAccount(random: Random, taken: Set<string>, joined: number, until: number) {
  const username = makeUsername(random, taken)
  const lastSeen = joined + (until - joined) * random.next() ** 0.3
  return {
    username,
    email: `${username.toLowerCase()}@example.org`,
    is_email_confirmed: random.chance(0.98),
    password: '',
    joined_at: new Date(joined).toISOString(),
    last_seen_at: random.chance(0.95) ? new Date(Math.floor(lastSeen)).toISOString() : null,
    marked_all_as_read_at: random.chance(0.1) ? new Date(joined + day).toISOString() : null,
  }
}

async function insert(
  db: Queries,
  row: ReturnType<typeof makeAccount>,
  index: number,
): Promise<{ id: number }> {
  const { id } = await db.insertInto('users').values(row).returning('id').executeTakeFirstOrThrow()
  // The first person and every 200th after it are moderators.
  if (index % 200 === 0)
    await db.insertInto('group_user').values({ user_id: id, group_id: moderators }).execute()
  return { id }
}
