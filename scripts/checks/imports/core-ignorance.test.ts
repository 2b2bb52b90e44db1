import { expect, test } from 'vitest'
import { makeRepository, manifest } from '../fixture.ts'
import { coreIgnorance } from './core-ignorance.ts'

const lock = {
  'extensions/lock/package.json': manifest('@parley/lock'),
  'extensions/lock/server.ts': `export default {
    permissions: { 'discussion.lock': {} },
    settings: { 'lock.afterDays': {} },
    eventPosts: { discussionLocked: {} },
    resources: {
      discussions: { fields: { isLocked: {} }, abilities: ['lock'], filters: { locked: {} } },
      keys: { table: 'keys', fields: { name: {} } },
    },
    when: { tags: async () => ({ default: { permissions: { 'tag.lock': {} } } }) },
  }`,
  'extensions/lock/migrations.ts': `
    addFlagColumn('discussions', 'is_locked')
    db.schema.alterTable('users').addColumn('locked_until', 'text').execute()
    db.schema.createTable('door_keys').addColumn('title', 'text').execute()
  `,
  'extensions/lock/shared.ts': `
    declare module '@parley/server' {
      interface UserTable { locked_by: { lockName: string } }
    }
    interface Own { keyCount: number }
  `,
  'extensions/lock/locale/en.yml': 'lock:\n  forum:\n    badge: Locked\n',
}

async function messages(core: string): Promise<string[]> {
  const repository = makeRepository({ ...lock, 'packages/server/src/a.ts': core })
  const faults = await coreIgnorance.find(repository)
  return faults.map(({ line, message }) => `${line} ${message}`)
}

test.each([
  ["import '@parley/lock'", "path '@parley/lock'"],
  ["const a = '../extensions/lock/locale'", "path '../extensions/lock/locale'"],
  ["const a = 'discussion.lock'", "permission 'discussion.lock'"],
  ["const a = 'tag.lock'", "permission 'tag.lock'"],
  ["const a = 'lock.afterDays'", "setting 'lock.afterDays'"],
  ['const a = { discussionLocked: 1 }', "event post 'discussionLocked'"],
  ['const a = b.isLocked', "field 'isLocked'"],
  ['interface A { canLock: boolean }', "ability 'canLock'"],
  ["const a = '/api/discussions?filter[locked]=1'", "filter 'filter[locked]'"],
  ["const a = 'keys'", "resource type 'keys'"],
  ['const a = sql`select is_locked from discussions`', "column 'is_locked'"],
  ['const a = row.locked_until', "column 'locked_until'"],
  ['const a = { locked_by: 1 }', "member 'locked_by'"],
  ["const a = 'door_keys'", "table 'door_keys'"],
  ["const a = 'lock.forum.badge'", "locale key 'lock.forum.badge'"],
])('%s is reported', async (core, what) => {
  expect(await messages(core)).toEqual([`1 names the ${what} of the extension lock`])
})

test('ordinary words, comments and column names of an extension’s own table are allowed', async () => {
  const core = `
    // locks the row, as discussion.lock would
    export const lock = () => 'the row is locked by a lock on the keys'
    export const count = { keyCount: 1, lockName: '' }
    export const locked = new Map<string, { title: string; name: string }>()
    export const position = { lock, icon: 'lock', title: 'title' }
  `
  expect(await messages(core)).toEqual([])
})

const polls = {
  'packages/server/src/features/polls/feature.ts': `export const pollsFeature = {
    permissions: { 'poll.vote': {}, administrateAll: {} },
    settings: { poll_limit: {} },
    eventPosts: { pollClosed: {} },
    resources: { polls: { table: 'polls', fields: { title: {} } }, users: { fields: { voteCount: {} } } },
  }`,
  'packages/server/src/features/polls/events.ts': `
    declare module '../../points/events/events.ts' { interface Events { 'poll.closed': { poll: number } } }
  `,
  'packages/server/src/features/polls/migrations.ts': "db.schema.createTable('poll_votes').execute()",
}

async function featureFaults(file: string, content: string): Promise<string[]> {
  const faults = await coreIgnorance.find(makeRepository({ ...polls, [file]: content }))
  return faults.map(({ file, line, message }) => `${file}:${line} ${message}`)
}

test.each([
  ["const a = 'polls'", "resource type 'polls'"],
  ["const a = 'poll.vote'", "permission 'poll.vote'"],
  ["const a = 'poll_limit'", "setting 'poll_limit'"],
  ['const a = { pollClosed: 1 }', "event post 'pollClosed'"],
  ["const a = 'poll.closed'", "member 'poll.closed'"],
  ['const a = sql`select * from poll_votes`', "table 'poll_votes'"],
  ['const a = user.voteCount', "field 'voteCount'"],
])('%s is reported in the engine and in the lower layers of the client', async (content, what) => {
  for (const file of ['packages/server/src/engine/a.ts', 'packages/client/src/base/a.ts']) {
    expect(await featureFaults(file, content)).toEqual([`${file}:1 names the ${what} of the feature polls`])
  }
})

test('features, points and tests may name features; so may types and ordinary words', async () => {
  const content = "const a = ['polls', 'poll.vote']"
  for (const file of ['features/b/a.ts', 'points/a.ts', 'engine/a.test.ts', 'assembly/a.ts']) {
    expect(await featureFaults(`packages/server/src/${file}`, content)).toEqual([])
  }
  const words = "const a = table as 'polls'\nconst polls = 'no polls yet'\nlet title: 'polls' | undefined"
  expect(await featureFaults('packages/server/src/engine/a.ts', words)).toEqual([])
})

test('a feature that cannot be loaded is reported', async () => {
  const broken = { 'packages/server/src/features/polls/feature.ts': "throw new Error('no')" }
  expect(await coreIgnorance.find(makeRepository(broken))).toEqual([
    { file: 'packages/server/src/features', message: 'cannot be read: no' },
  ])
})

test('a part for an extension that is not there need not load', async () => {
  const server = "export default { when: { tags: () => import('./when/tags/server.ts') } }"
  const part = "import '../../../tags/contract/server.ts'"
  const files = { ...lock, 'extensions/lock/server.ts': server, 'extensions/lock/when/tags/server.ts': part }
  expect(await coreIgnorance.find(makeRepository(files))).toEqual([])
  const tags = { 'extensions/tags/package.json': manifest('@parley/tags') }
  expect(await coreIgnorance.find(makeRepository({ ...files, ...tags }))).toEqual([
    { file: 'extensions/lock', message: expect.stringContaining('cannot be read') },
  ])
})

test('an extension that cannot be loaded is reported, not skipped', async () => {
  const repository = makeRepository({ ...lock, 'extensions/lock/server.ts': "throw new Error('no')" })
  expect(await coreIgnorance.find(repository)).toEqual([
    { file: 'extensions/lock', message: 'cannot be read: no' },
  ])
})
