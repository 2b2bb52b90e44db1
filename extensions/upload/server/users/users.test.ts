import { join } from 'node:path'
import { recount } from '@parley/server/recount'
import {
  type ApiClient,
  eachTestForum,
  grant,
  makeDiscussion,
  makeUser,
  readExtension,
  selectsOf,
  setSettings,
} from '@parley/testing'
import { startS3Server } from '@parley/testing/s3-server'
import { describe, expect, test } from 'vitest'
import { fileAt, fileOf, openUploads, upload } from '../fixtures/forum.ts'
import { pictures } from '../fixtures/samples.ts'
import { eachStorage } from '../fixtures/storages.ts'
import { uploadCounter } from './counts.ts'

const extension = await readExtension(join(import.meta.dirname, '../..'))
const file = { 'a.png': pictures.png }

async function countsOf(client: ApiClient, id: number) {
  const { attributes } = (await client.get(`/api/users/${id}`)).body.data
  return [attributes['fof-upload-uploadCountAll'], attributes['fof-upload-uploadCountCurrent']]
}

eachStorage({ describe, eachTestForum, startS3Server }, (open, startBucket) => {
  const openForum = async () => openUploads(await open({ extensions: [extension] }), makeUser, startBucket)

  test('upload-18: with one file both counts are 1, for everyone', async () => {
    const { forum, member, user, admin } = await openForum()
    const { uuid } = fileOf(await upload(member, file))
    for (const client of [forum.guest(), member, admin])
      expect(await countsOf(client, user.id)).toEqual([1, 1])
    await member.patch('/api/fof/upload/hide', { uuid })
    expect(await countsOf(member, user.id)).toEqual([1, 0])
    await upload(member, file, { hidden: true })
    await upload(admin, file, { shared: true })
    expect(await countsOf(member, user.id)).toEqual([2, 0])
    const { database } = forum.current
    expect(await recount(database, [uploadCounter], { repair: false })).toEqual([])
    await admin.delete(`/api/fof/upload/delete/${uuid}`)
    expect(await countsOf(member, user.id)).toEqual([1, 0])
    await database.transaction((db) => db.updateTable('users').set({ upload_count: 9 }).execute())
    await recount(database, [uploadCounter], { repair: true })
    expect(await countsOf(member, user.id)).toEqual([1, 0])
  })

  test('authors in lists have their counts, without a query', async () => {
    const { forum, member, user } = await openForum()
    await upload(member, file)
    await makeDiscussion(forum, { id: 3, user_id: user.id, posts: [{ id: 5, user_id: user.id }] })
    const { included } = (await member.get('/api/posts?filter[discussion]=3')).body
    const author = included?.find(({ type, id }) => type === 'users' && id === String(user.id))
    expect(author?.attributes).toMatchObject({ 'fof-upload-uploadCountAll': 1 })
    const selects = await selectsOf(forum, '/api/posts?filter[discussion]=3')
    expect(selects.filter(({ sql }) => sql.includes('fof_upload'))).toEqual([])
  })

  test('the rights of the viewer are told to the viewer only, and only if true', async () => {
    const { forum, member, user, admin } = await openForum()
    const rights = async (client: ApiClient) => {
      const { attributes } = (await client.get(`/api/users/${user.id}`)).body.data
      return Object.keys(attributes).filter((name) => /^fof-upload-(?!uploadCount)/.test(name))
    }
    expect(await rights(member)).toEqual([])
    await grant(forum, 'fof-upload.viewUserUploads', [3])
    await grant(forum, 'fof-upload.access-shared-files', [3])
    expect(await rights(admin)).toEqual([])
    const { included } = (await member.get('/api')).body
    const own = included?.find(({ type }) => type === 'users')?.attributes ?? {}
    expect(own).toMatchObject({
      'fof-upload-viewOthersMediaLibrary': true,
      'fof-upload-accessSharedFiles': true,
    })
    expect(own).not.toHaveProperty('fof-upload-uploadSharedFiles')
  })

  test('the forum tells who may upload and download, and which buttons there are', async () => {
    const { forum, member } = await openForum()
    const shown = async (client: ApiClient) => {
      const { attributes } = (await client.get('/api')).body.data
      return ['canUpload', 'canDownload', 'composerButtonVisiblity'].map(
        (name) => attributes[`fof-upload.${name}`],
      )
    }
    expect(await shown(member)).toEqual([true, false, 'both'])
    await grant(forum, 'fof-upload.download', [2])
    await setSettings(forum, { 'fof-upload.composerButtonVisiblity': 'media-btn' })
    expect(await shown(forum.guest())).toEqual([false, true, 'media-btn'])
  })

  test('the files of a deleted account stay, and belong to nobody', async () => {
    const { forum, member, user, admin } = await openForum()
    const { uuid, url } = fileOf(await upload(member, file))
    expect((await admin.delete(`/api/users/${user.id}`)).status).toBe(204)
    await forum.settled()
    expect((await fileAt(forum, url)).status).toBe(200)
    const row = await forum.current.database.read
      .selectFrom('fof_upload_files')
      .select('actor_id')
      .where('uuid', '=', uuid)
      .executeTakeFirst()
    expect(row).toEqual({ actor_id: null })
    const moderator = await forum.as(await makeUser(forum, { groupIds: [4] }))
    const hide = (client: ApiClient) => client.patch('/api/fof/upload/hide', { uuid })
    expect([(await hide(moderator)).status, (await hide(admin)).status]).toEqual([403, 200])
  })
})
