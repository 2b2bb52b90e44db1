import { eachDatabase } from '@parley/testing'
import { expect, test } from 'vitest'
import { migrate, rollback } from '../infrastructure/db/migrations/migrate.ts'
import { administrators, everyone, members, moderators } from '../points/context/actor.ts'
import { features } from './features.ts'

const owned = features.map(({ id, declaration }) => ({ owner: id, migrations: declaration.migrations ?? {} }))

eachDatabase((open) => {
  test('the core’s schema is migrated, rolled back and migrated again', async () => {
    const database = await open()
    const up = await migrate(database, owned)
    const down = await rollback(database, owned)
    expect(down).toHaveLength(up.length)
    const tables = await database.read.introspection.getTables()
    expect(tables.map(({ name }) => name)).toEqual(['migrations'])
    expect(await migrate(database, owned)).toEqual(up)
    const groups = await database.read
      .selectFrom('groups')
      .select(['id', 'name_singular'])
      .orderBy('id')
      .execute()
    expect(groups.map(({ id }) => id)).toEqual([administrators, everyone, members, moderators])
  })
})
