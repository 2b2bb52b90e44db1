import type { Queries } from './tables.ts'

/** The highest id of a table; 0 without rows. */
export async function highestId(db: Queries, table: 'discussions' | 'posts' | 'users'): Promise<number> {
  const { id } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirstOrThrow()
  return id ?? 0
}
