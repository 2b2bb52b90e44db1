import { join } from 'node:path'
import { eachTestForum, makeUser, readExtension } from '@parley/testing'
import { expect, test } from 'vitest'
import { fileOf, openUploads, outcome, stored, upload } from '../fixtures/forum.ts'
import { pictures } from '../fixtures/samples.ts'

const extension = await readExtension(join(import.meta.dirname, '../..'))
const file = { 'a.png': pictures.png }

eachTestForum((open) => {
  const openForum = async () => openUploads(await open({ extensions: [extension] }), makeUser)

  test('a file that cannot be deleted from the disk is 422, and keeps its row', async () => {
    const { forum, member, admin } = await openForum()
    const { uuid } = fileOf(await upload(member, file))
    const { files } = forum.current
    const original = files.delete
    files.delete = () => Promise.reject(new Error('read-only'))
    const answer = await admin.delete(`/api/fof/upload/delete/${uuid}`)
    files.delete = original
    expect(outcome(answer)).toEqual([422, 'validation_error', '/data/attributes/file'])
    expect((await stored(forum)).rows).toBe(1)
  })

  test('a file that cannot be moved stays where and what it is', async () => {
    const { forum, admin } = await openForum()
    const { uuid, path } = fileOf(await upload(admin, file, { shared: true }))
    const { files } = forum.current
    const { move } = files
    files.move = () => Promise.reject(new Error('The disk is read-only'))
    expect((await admin.patch('/api/fof/upload/hide', { uuid })).status).toBe(500)
    files.move = move
    expect((await stored(forum)).files).toEqual([`files/${path}`])
    const { data } = (await forum.guest().get('/api/fof/upload/shared-files')).body
    expect(data).toMatchObject([{ attributes: { hidden: false } }])
  })
})
