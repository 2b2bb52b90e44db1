import type { Counter, CounterDifference, Queries } from '@parley/server'
import { type Expression, type SqlBool, sql } from 'kysely'

/** How many chose each type, beside each post. */
export const reactionCounter: Counter = {
  name: 'posts.reactions',
  table: 'posts',
  async differences({ read, dialect }, ids) {
    const isAmong = dialect.idIn(sql.ref<number>('post_id'), ids)
    const [stored, counted] = await Promise.all([selectStored(read, isAmong), selectCounted(read, isAmong)])
    const texts = (rows: readonly Counts[]) =>
      new Map([...Map.groupBy(rows, ({ post_id }) => post_id)].map(([id, of]) => [id, textOf(of)]))
    const [storedTexts, countedTexts] = [texts(stored), texts(counted)]
    return ids.flatMap((id): CounterDifference[] => {
      const [before, after] = [storedTexts.get(id) ?? nothing, countedTexts.get(id) ?? nothing]
      return before === after ? [] : [{ counter: reactionCounter.name, id, stored: before, counted: after }]
    })
  },
  async repair(db, { dialect }, ids) {
    const isAmong = dialect.idIn(sql.ref<number>('post_id'), ids)
    await db
      .deleteFrom('post_reaction_counts')
      .where(() => isAmong)
      .execute()
    for (const row of await selectCounted(db, isAmong))
      await db.insertInto('post_reaction_counts').values(row).execute()
  },
}

const nothing = 'nothing'

interface Counts {
  post_id: number
  reaction_id: number
  count: number
  anonymous_count: number
}

/** Those of deleted types are being removed, and are not shown. */
const livingTypes = (db: Queries) => db.selectFrom('reactions').select('id').where('deleted_at', 'is', null)

function selectStored(db: Queries, isAmong: Expression<SqlBool>): Promise<Counts[]> {
  return db
    .selectFrom('post_reaction_counts')
    .select(['post_id', 'reaction_id', 'count', 'anonymous_count'])
    .where(() => isAmong)
    .where('reaction_id', 'in', livingTypes(db))
    .where((eb) => eb.or([eb('count', '!=', 0), eb('anonymous_count', '!=', 0)]))
    .orderBy('reaction_id')
    .execute()
}

async function selectCounted(db: Queries, isAmong: Expression<SqlBool>): Promise<Counts[]> {
  const rows = await db
    .selectFrom('post_reactions')
    .select((eb) => [
      'post_id',
      eb.ref('reaction_id').$notNull().as('reaction_id'),
      eb.fn.count('user_id').as('count'),
      eb.fn.count('guest_id').as('anonymous_count'),
    ])
    .where(() => isAmong)
    .where('reaction_id', 'in', livingTypes(db))
    .groupBy(['post_id', 'reaction_id'])
    .orderBy('reaction_id')
    .execute()
  return rows.map((row) => ({
    ...row,
    count: Number(row.count),
    anonymous_count: Number(row.anonymous_count),
  }))
}

function textOf(rows: readonly Counts[]): string {
  return rows
    .map(
      ({ reaction_id, count, anonymous_count }) => `${reaction_id}: ${count} and ${anonymous_count} guests`,
    )
    .join(', ')
}
