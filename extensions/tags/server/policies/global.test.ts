import { join } from 'node:path'
import { Actor } from '@parley/server'
import { everyone, members } from '@parley/server/actor'
import { createTestForum, grant, makeUser, readExtension, setSettings, type TestForum } from '@parley/testing'
import { expect, test } from 'vitest'
import { storeTags } from '../stored-tags.ts'

const extension = await readExtension(join(import.meta.dirname, '../..'))

/** A forum with a restricted primary tag 2, its restricted child 3 and a restricted secondary tag 4. */
async function openForum(): Promise<TestForum> {
  const forum = await createTestForum({ extensions: [extension] })
  const is_restricted = true
  await storeTags(forum, [
    { id: 2, position: 1, is_restricted },
    { id: 3, position: 0, parent_id: 2, is_restricted },
    { id: 4, is_restricted },
  ])
  await grant(forum, 'startDiscussion', [])
  return forum
}

function memberCan(forum: TestForum, ability: string): boolean {
  const { rules } = forum.asSystem().actor
  return new Actor(rules, { id: 99, isEmailConfirmed: true, markedAllAsReadAt: null }).can(ability)
}

test('who may start discussions in enough tags may start some', async () => {
  const forum = await openForum()
  const can = () => memberCan(forum, 'startDiscussion')
  expect(can()).toBe(false)
  await grant(forum, 'tag3.startDiscussion', [members])
  expect(can()).toBe(false)
  await grant(forum, 'tag2.startDiscussion', [members])
  expect(can()).toBe(true)
  await grant(forum, 'tag2.startDiscussion', [])
  await grant(forum, 'tag4.startDiscussion', [members])
  expect(can()).toBe(false)
  await setSettings(forum, { 'flarum-tags.min_primary_tags': '0', 'flarum-tags.min_secondary_tags': '1' })
  expect(can()).toBe(true)
  await setSettings(forum, { 'flarum-tags.min_secondary_tags': '0' })
  expect(can()).toBe(true)
  await grant(forum, 'tag4.startDiscussion', [])
  expect(can()).toBe(false)
})

test('bypassing the numbers of tags needs the permission to start discussions', async () => {
  const forum = await openForum()
  const can = () => memberCan(forum, 'startDiscussion')
  await grant(forum, 'bypassTagCounts', [members])
  expect(can()).toBe(false)
  await setSettings(forum, { 'flarum-tags.min_primary_tags': '3' })
  await grant(forum, 'startDiscussion', [members])
  expect(can()).toBe(true)
  await grant(forum, 'bypassTagCounts', [])
  expect(can()).toBe(false)
  await setSettings(forum, { 'flarum-tags.min_primary_tags': '1' })
  expect(can()).toBe(true)
})

test('more secondary tags than an author may choose are not needed', async () => {
  const forum = await openForum()
  await setSettings(forum, { 'flarum-tags.min_secondary_tags': '2' })
  for (const id of [2, 4]) await grant(forum, `tag${id}.viewForum`, [members])
  await grant(forum, 'tag2.startDiscussion', [members])
  expect(memberCan(forum, 'startDiscussion')).toBe(true)
  const start = async (...ids: number[]) => {
    const relationships = { tags: { data: ids.map((id) => ({ type: 'tags', id: String(id) })) } }
    const data = { type: 'discussions', attributes: { title: 'Trains', content: 'Where?' }, relationships }
    const { status, body } = await (await forum.as(await makeUser(forum))).post('/api/discussions', { data })
    return [status, body.errors?.[0]?.source?.pointer]
  }
  const tooFew = [422, '/data/relationships/tags']
  expect(await start()).toEqual([403, undefined])
  expect((await start(2))[0]).toBe(201)
  await grant(forum, 'tag4.startDiscussion', [members])
  expect(await start(2)).toEqual(tooFew)
  expect((await start(2, 4))[0]).toBe(201)
  await grant(forum, 'startDiscussion', [members])
  await storeTags(forum, [{ id: 5 }, { id: 6 }])
  expect(await start(2, 4)).toEqual(tooFew)
  expect((await start(2, 4, 5))[0]).toBe(201)
})

test('tags-16 who sees all tags that there are sees the forum, also if more are required', async () => {
  const forum = await openForum()
  const can = () => memberCan(forum, 'viewForum')
  await setSettings(forum, { 'flarum-tags.min_primary_tags': '9', 'flarum-tags.min_secondary_tags': '9' })
  expect(can()).toBe(false)
  for (const id of [2, 3, 4]) await grant(forum, `tag${id}.viewForum`, [everyone])
  expect(can()).toBe(true)
  await grant(forum, 'viewForum', [])
  expect(can()).toBe(false)
  await setSettings(forum, { 'flarum-tags.min_primary_tags': '2', 'flarum-tags.min_secondary_tags': '1' })
  expect(can()).toBe(true)
  const { rules } = forum.asSystem().actor
  expect(new Actor(rules).can('viewForum')).toBe(true)
})

test('a forum without tags is open for those whom its permission lets in', async () => {
  const forum = await createTestForum({ extensions: [extension] })
  expect((await (await forum.as(1)).delete('/api/tags/1')).status).toBe(204)
  expect([memberCan(forum, 'viewForum'), memberCan(forum, 'startDiscussion')]).toEqual([true, false])
  await grant(forum, 'viewForum', [])
  expect(memberCan(forum, 'viewForum')).toBe(false)
})
