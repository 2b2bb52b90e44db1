import { join } from 'node:path'
import { makeUser, onBothDatabases, readExtension } from '@parley/testing'
import { expect, test } from 'vitest'
import { allowTypes, openUploads, upload } from '../fixtures/forum.ts'
import { pictures } from '../fixtures/samples.ts'
import { listOrder } from './list-order.ts'
import { media, wordKinds } from './migration.ts'

const extension = await readExtension(join(import.meta.dirname, '../..'))

onBothDatabases((open) => {
  test('files that were uploaded before have kinds, and words of their names', async () => {
    const { forum, member, admin } = await openUploads(await open({ extensions: [extension] }), makeUser)
    await allowTypes(admin, 'local', '^image\\/', '^text\\/')
    await upload(member, { 'Low tide.png': pictures.png })
    await upload(member, { 'Tide table.txt': 'Low tide at six.' })
    await upload(admin, { 'Tide rules.png': pictures.png }, { shared: true })
    const { database } = forum.current
    const words = () =>
      database.read.selectFrom('upload_name_words').selectAll().orderBy('file_id').orderBy('word').execute()
    const before = await words()
    expect(before).toHaveLength(9)
    const kinds = () =>
      database.read.selectFrom('fof_upload_files').select(['id', 'kind']).orderBy('id').execute()
    const kindsBefore = await kinds()
    const migrations = [media, listOrder, wordKinds]
    await database.transaction(async (db) => {
      const context = { db, dialect: database.dialect }
      for (const { down } of migrations.toReversed()) await down(context)
      for (const { up } of migrations) await up(context)
    })
    expect(await words()).toEqual(before)
    expect(await kinds()).toEqual(kindsBefore)
  })
})
