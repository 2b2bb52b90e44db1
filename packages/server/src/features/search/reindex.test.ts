import { makeDiscussion, onBothDatabases } from '@parley/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { searchMigrations } from './migrations.ts'

onBothDatabases((open) => {
  test('jobs index the rows of an older version again, while searches work as before', async () => {
    const forum = await open()
    const { database } = forum.current
    const { dialect } = database
    const posts = Array.from({ length: 450 }, (_, place) => ({ content: `Müllers Garten ${place}` }))
    const { id } = await makeDiscussion(forum, { title: 'Die Größe', posts })
    // The index of the older version.
    await database.transaction(async (db) => {
      await dialect.fullText.store(db, 'search_titles', [{ id, terms: ['die', 'grosse'] }])
      const rows = await db.selectFrom('posts').select('id').execute()
      const old = rows.map((row) => ({ id: row.id, terms: ['mullers', 'garten'] }))
      await dialect.fullText.store(db, 'search_posts', old)
      await sql`delete from search_words`.execute(db)
    })
    const guest = forum.guest()
    const search = async (q: string) => {
      const { body } = await guest.get(`/api/discussions?filter[q]=${encodeURIComponent(q)}`)
      return { count: body.data.length, suggestion: body.meta?.suggestion }
    }
    expect({ mueller: await search('mueller'), groesse: await search('groesse') }).toEqual({
      mueller: { count: 0, suggestion: undefined },
      groesse: { count: 0, suggestion: undefined },
    })
    expect(await search('Müllers')).toEqual({ count: 1, suggestion: undefined })

    await database.transaction((db) => searchMigrations['002_vocabulary'].up({ db, dialect }))
    // Running it twice changes nothing.
    await database.transaction((db) => searchMigrations['002_vocabulary'].up({ db, dialect }))
    const jobs = () =>
      database.read.selectFrom('jobs').select('id').where('name', '=', 'search.reindex').execute()
    expect(await jobs()).toHaveLength(1)
    expect(await search('Müllers')).toEqual({ count: 1, suggestion: undefined })
    // A migration uses the machine's clock, not the test's.
    const due_at = forum.clock.now().toISOString()
    await database.transaction((db) => db.updateTable('jobs').set({ due_at }).execute())
    await forum.settled()
    expect(await jobs()).toEqual([])
    expect({ muellers: await search('muellers'), groesse: await search('groesse') }).toEqual({
      muellers: { count: 1, suggestion: undefined },
      groesse: { count: 1, suggestion: undefined },
    })
    expect(await search('graten')).toEqual({ count: 1, suggestion: 'garten' })
    expect(await search('Die Größe?')).toEqual({ count: 1, suggestion: undefined })
    expect(forum.logged.filter(({ level }) => level === 'error')).toEqual([])
  })
})
