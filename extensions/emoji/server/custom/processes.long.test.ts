import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createForum } from '@parley/server/forum'
import { installForum } from '@parley/server/install'
import { makeDiscussion, readExtension } from '@parley/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import { importEmoji } from './write.ts'

test('two processes on one database read posts with each other’s changes', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-emoji-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const extensions = [await readExtension(`${import.meta.dirname}/../..`)]
  const start = async () => {
    const database = { file: join(dataDir, 'forum.sqlite') }
    const forum = await createForum({ database, dataDir, baseUrl: 'http://localhost', port: 0, extensions })
    onTestFinished(() => forum.close())
    await forum.listen()
    return forum
  }
  const here = await start()
  await installForum(here.asSystem(), {
    title: 'Shared',
    adminUsername: 'admin',
    adminEmail: 'admin@machine.local',
    adminPassword: 'password',
  })
  await here.rebuild()
  const there = await start()
  const { id } = await makeDiscussion(here, { posts: [{ content: 'A :parrot: and a :cat:' }] })
  const shownBy = async (forum: typeof here) => {
    const { payload } = await forum.inject({ url: `/api/posts?filter[discussion]=${id}` })
    return String(JSON.parse(payload).data[0].attributes.contentHtml)
  }
  const add = (forum: typeof here, name: string) =>
    forum.current.write(forum.asSystem(), (writing) =>
      importEmoji([{ title: null, text_to_replace: `:${name}:`, path: `/${name}.png` }], writing),
    )
  expect(await shownBy(there)).toContain(':parrot:')
  await add(here, 'parrot')
  expect(await shownBy(here)).toContain('/parrot.png')
  const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 20_000, interval: 50 })
  await eventually(async () => expect(await shownBy(there)).toContain('/parrot.png'))
  await add(there, 'cat')
  expect(await shownBy(there)).toMatch(/parrot\.png.*cat\.png/)
  await eventually(async () => expect(await shownBy(here)).toMatch(/parrot\.png.*cat\.png/))
})
