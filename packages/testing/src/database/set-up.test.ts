import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readExtension } from '../contract/extension-folder.ts'
import { onBothDatabases, type TestForum } from '../test-forum.ts'
import { allRowsReader } from './all-rows.ts'

const kudos = await readExtension(fileURLToPath(new URL('../../../../examples/kudos', import.meta.url)))

/** Values that differ each time: salts, keys, the time of day of migrations, and the shard of a counter. */
const differing = /\$argon2[^"]+|(?<=key_fingerprint":")\w+|(?<=ran_at":")[^"]+|(?<="shard":)\d+/g

async function rowsOf(forum: TestForum): Promise<unknown> {
  const rows = await (await allRowsReader(forum))()
  return JSON.parse(rows.replace(differing, '0'))
}

onBothDatabases((open) => {
  test.each([{ extensions: [] }, { extensions: [kudos] }])(
    'a copy holds what setting a forum up with %o stores',
    async ({ extensions }) => {
      // Forums that watch their migrations are set up each by itself.
      const itself = await open({ extensions, onMigration: () => {} })
      await open({ extensions })
      const copy = await open({ extensions })
      expect(await rowsOf(copy)).toEqual(await rowsOf(itself))
      expect(copy.enabled).toEqual(itself.enabled)
      const { status } = await copy
        .guest()
        .post('/api/token', { identification: 'admin', password: 'password' })
      expect(status).toBe(200)
    },
  )

  test('copies share no rows', async () => {
    const [one, other] = [await open(), await open()]
    await one.current.database.transaction((db) => db.deleteFrom('settings').execute())
    const rows = await other.current.database.read.selectFrom('settings').select('key').execute()
    expect(rows.length).toBeGreaterThan(0)
  })
})
