import { join } from 'node:path'
import { eachTestForum, grant, makeUser, readExtension } from '@parley/testing'
import { expect, test } from 'vitest'
import { fileOf, openUploads, pathOfUrl, stored, upload } from '../fixtures/forum.ts'
import { pictures } from '../fixtures/samples.ts'
import '../tables.ts'
import { cleanFiles, endRemovals, type Found } from './clean.ts'

const extension = await readExtension(join(import.meta.dirname, '../..'))
const later = () => new Date(Date.now() + 2 * 3_600_000)

eachTestForum((open) => {
  const openForum = async () => {
    const opened = await openUploads(await open({ extensions: [extension] }), makeUser)
    const { forum } = opened
    const clean = async (options: { isDryRun?: boolean; most?: number; after?: string } = {}) => {
      const found: Found[] = []
      const context = forum.asSystem()
      const cleaning = { ...options, onFound: (one: Found) => void found.push(one) }
      await endRemovals(context, cleaning)
      const next = await cleanFiles(context, options, cleaning)
      return { found: found.map(({ kind, path }) => `${kind} ${path}`).sort(), next }
    }
    return { ...opened, clean }
  }

  test('bytes without a row go when they are an hour old, and nothing else', async () => {
    const { forum, member, admin, clean } = await openForum()
    const { path } = fileOf(await upload(member, { 'a.png': pictures.png }))
    const hidden = fileOf(await upload(admin, { 'b.png': pictures.png }, { shared: true, hidden: true }))
    const { files } = forum.current
    const orphans = ['files/2026-01-01/1-1-x.png', 'files/loose.txt', 'private/files/2026-01-01/y.txt']
    for (const orphan of [...orphans, 'avatars/z.png']) await files.write(orphan, Buffer.from('x'))
    forum.clock.set(new Date().toISOString())
    expect((await clean()).found).toEqual([])
    forum.clock.set(later().toISOString())
    const expected = orphans.map((orphan) => `orphan ${orphan}`).sort()
    expect((await clean({ isDryRun: true })).found).toEqual(expected)
    expect((await stored(forum)).files).toHaveLength(6)
    expect((await clean()).found).toEqual(expected)
    expect((await stored(forum)).files.sort()).toEqual(
      [`.private/files/${hidden.path}`, 'avatars/z.png', `files/${path}`].sort(),
    )
    expect((await clean()).found).toEqual([])
  })

  test('cleaning goes in steps, which the job takes one after the other', async () => {
    const { forum, clean } = await openForum()
    for (let file = 0; file < 7; file++)
      await forum.current.files.write(`${file % 2 ? 'private/' : ''}files/d${file}/x.txt`, Buffer.from('x'))
    forum.clock.set(later().toISOString())
    const seen: string[] = []
    let after: string | undefined
    do {
      const { found, next } = await clean({ isDryRun: true, most: 2, ...(after && { after }) })
      expect(found.length).toBeLessThanOrEqual(2)
      seen.push(...found)
      after = next
    } while (after !== undefined)
    expect(new Set(seen).size).toBe(7)
    expect(seen).toHaveLength(7)
    const night = new Date(later())
    night.setUTCHours(27, 41, 0, 0)
    forum.clock.set(night.toISOString())
    await forum.settled()
    await forum.settled()
    expect((await stored(forum)).files).toEqual([])
  })

  test('a deletion that was cut off hides the file at once, and is ended', async () => {
    const { forum, user, clean } = await openForum()
    for (const bytesAreGone of [false, true]) {
      const member = await forum.as(user)
      const { uuid, url, path } = fileOf(await upload(member, { 'a.png': pictures.png }))
      const { database, files } = forum.current
      await database.transaction((db) =>
        db
          .updateTable('fof_upload_files')
          .set({ removing_at: forum.clock.now().toISOString() })
          .where('uuid', '=', uuid)
          .execute(),
      )
      if (bytesAreGone) await files.delete(`files/${path}`)
      await grant(forum, 'fof-upload.download', [3])
      expect((await member.get('/api/fof/uploads')).body.data).toEqual([])
      expect((await member.get(`/api/fof/download/${uuid}`)).status).toBe(404)
      expect((await member.patch('/api/fof/upload/hide', { uuid })).status).toBe(404)
      expect((await member.delete(`/api/fof/upload/delete/${uuid}`)).status).toBe(404)
      expect((await clean()).found).toEqual([])
      forum.clock.set(new Date(+forum.clock.now() + 2 * 3_600_000).toISOString())
      expect((await clean()).found).toEqual([`removal files/${path}`])
      expect(await stored(forum)).toEqual({ files: [], rows: 0 })
      expect((await forum.guest().get(pathOfUrl(url))).status).toBe(404)
      const { attributes } = (await (await forum.as(1)).get(`/api/users/${user.id}`)).body.data
      expect(attributes['fof-upload-uploadCountAll']).toBe(0)
    }
  })

  test('an administrator deletes a file whose deletion was cut off', async () => {
    const { forum, member, admin } = await openForum()
    const { uuid } = fileOf(await upload(member, { 'a.png': pictures.png }))
    await forum.current.database.transaction((db) =>
      db.updateTable('fof_upload_files').set({ removing_at: forum.clock.now().toISOString() }).execute(),
    )
    expect((await admin.delete(`/api/fof/upload/delete/${uuid}`)).status).toBe(204)
    expect(await stored(forum)).toEqual({ files: [], rows: 0 })
  })

  test('bytes that a crash has left in the other place are put where the row looks', async () => {
    const { forum, admin, clean } = await openForum()
    const shown = fileOf(await upload(admin, { 'a.png': pictures.png }, { shared: true }))
    const hidden = fileOf(await upload(admin, { 'b.png': pictures.png }, { shared: true, hidden: true }))
    const { files } = forum.current
    await files.move(`files/${shown.path}`, `private/files/${shown.path}`)
    await files.move(`private/files/${hidden.path}`, `files/${hidden.path}`)
    expect((await clean()).found).toEqual([])
    forum.clock.set(later().toISOString())
    expect((await clean()).found).toEqual([
      `misplaced files/${hidden.path}`,
      `misplaced private/files/${shown.path}`,
    ])
    expect((await stored(forum)).files.sort()).toEqual(
      [`.private/files/${hidden.path}`, `files/${shown.path}`].sort(),
    )
    expect((await forum.guest().get(pathOfUrl(shown.url))).status).toBe(200)
    expect((await clean()).found).toEqual([])
  })
})
