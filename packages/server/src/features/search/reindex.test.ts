import { eachTestForum, makeDiscussion } from '@parley/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { searchMigrations } from './migrations.ts'

eachTestForum((open) => {
  test('what an older version indexed is indexed anew by jobs, while it is found as before', async () => {
    const forum = await open()
    const { database } = forum.current
    const { dialect } = database
    const posts = Array.from({ length: 450 }, (_, place) => ({ content: `Müllers Garten ${place}` }))
    const { id } = await makeDiscussion(forum, { title: 'Die Größe', posts })
    // As the older version had it.
    await database.transaction(async (db) => {
      await dialect.fullText.store(db, 'search_titles', [{ id, terms: ['die', 'grosse'] }])
      const rows = await db.selectFrom('posts').select('id').execute()
      const old = rows.map((row) => ({ id: row.id, terms: ['mullers', 'garten'] }))
      await dialect.fullText.store(db, 'search_posts', old)
      await sql`delete from search_words`.execute(db)
    })
    const guest = forum.guest()
    const found = async (q: string) => {
      const { body } = await guest.get(`/api/discussions?filter[q]=${encodeURIComponent(q)}`)
      return [body.data.length, body.meta?.suggestion]
    }
    expect([await found('mueller'), await found('groesse')]).toEqual([
      [0, undefined],
      [0, undefined],
    ])
    expect(await found('Müllers')).toEqual([1, undefined])

    await database.transaction((db) => searchMigrations['002_vocabulary'].up({ db, dialect }))
    // Once more changes nothing.
    await database.transaction((db) => searchMigrations['002_vocabulary'].up({ db, dialect }))
    const jobs = () =>
      database.read.selectFrom('jobs').select('id').where('name', '=', 'search.reindex').execute()
    expect(await jobs()).toHaveLength(1)
    expect(await found('Müllers')).toEqual([1, undefined])
    // A migration knows the machine's clock only.
    const due_at = forum.clock.now().toISOString()
    await database.transaction((db) => db.updateTable('jobs').set({ due_at }).execute())
    await forum.settled()
    expect(await jobs()).toEqual([])
    expect([await found('muellers'), await found('groesse')]).toEqual([
      [1, undefined],
      [1, undefined],
    ])
    expect(await found('graten')).toEqual([1, 'garten'])
    expect(await found('Die Größe?')).toEqual([1, undefined])
    expect(forum.logged.filter(({ level }) => level === 'error')).toEqual([])
  })
})
