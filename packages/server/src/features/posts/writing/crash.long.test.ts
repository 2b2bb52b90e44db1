import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dataFolder, type ForumProcess, killForum, serveForum } from '@parley/testing/served-forum'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createForum } from '../../../assembly/forum.ts'
import { coreCounters } from '../../counters/core-counters.ts'
import { recount } from '../../counters/recount.ts'

const strace = spawnSync('strace', ['--version'])
const canTrace = strace.status === 0

async function post({ port, token }: ForumProcess, type: string, body: object): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}/api/${type}?include=user`, {
    method: 'POST',
    headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ data: { type, ...body } }),
  })
  const { data } = (await response.json()) as { data: { id: string } }
  expect(response.status).toBe(201)
  return Number(data.id)
}

const start = (forum: ForumProcess, title: string) =>
  post(forum, 'discussions', { attributes: { title, content: 'The first post' } })

const reply = (forum: ForumProcess, discussion: number, content: string) => {
  const relationships = { discussion: { data: { type: 'discussions', id: String(discussion) } } }
  return post(forum, 'posts', { attributes: { content }, relationships })
}

describe('a crash', () => {
  test('in a burst of replies loses no acknowledged reply and leaves every counter exact', async () => {
    const forum = await serveForum(dataFolder())
    const discussions = [await start(forum, 'One discussion'), await start(forum, 'Another discussion')]
    const acknowledged = new Map<number, string>()
    const write = async (writer: number) => {
      for (let n = 0; ; n++) {
        const content = `Reply ${n} of writer ${writer}`
        acknowledged.set(await reply(forum, discussions[n % 2] ?? 0, content), content)
        if (acknowledged.size >= 300) killForum(forum)
      }
    }
    // Each writer fails when the crash breaks its connection.
    const ends = await Promise.allSettled(Array.from({ length: 16 }, (_, writer) => write(writer)))
    expect(ends.every(({ status }) => status === 'rejected')).toBe(true)
    if (forum.child.signalCode === null) await once(forum.child, 'exit')
    expect(acknowledged.size).toBeGreaterThanOrEqual(300)

    const { folder } = forum
    const again = await createForum({
      database: { file: join(folder, 'forum.sqlite') },
      dataDir: folder,
      baseUrl: 'http://localhost',
    })
    onTestFinished(() => again.close())
    const { database } = again.current
    const posts = await database.read.selectFrom('posts').select(['id', 'content']).execute()
    const stored = new Map(posts.map(({ id, content }) => [id, content]))
    for (const [id, content] of acknowledged) expect(stored.get(id)).toBe(content)
    expect(await recount(database, coreCounters, { repair: false })).toEqual([])
    const { body } = await again.inject({
      url: `/api/posts?filter[discussion]=${discussions[0]}&page[limit]=1`,
    })
    expect(JSON.parse(body).data).toHaveLength(1)
  })

  test.skipIf(!canTrace)(
    `between a write and its answer the log is synced${canTrace ? '' : ' (not tried: strace is not installed)'}`,
    async () => {
      const folder = dataFolder()
      const trace = join(folder, 'trace')
      const calls = 'trace=fsync,fdatasync,write,writev,pwrite64,sendto,sendmsg'
      const forum = await serveForum(folder, ['strace', '-f', '-y', '-s', '32', '-e', calls, '-o', trace])
      const discussion = await start(forum, 'A discussion')
      for (let n = 0; n < 10; n++) await reply(forum, discussion, `Reply ${n}`)
      await Promise.all(Array.from({ length: 16 }, (_, n) => reply(forum, discussion, `Together ${n}`)))
      killForum(forum)
      await once(forum.child, 'exit')

      const traced = readFileSync(trace, 'utf8')
      // The keys that the first start made are synced, both the files and their directory entries.
      for (const place of ['keys/[^>/]+', 'keys', '']) {
        expect(traced).toMatch(new RegExp(`fsync\\(\\d+<${folder}${place && `/${place}`}>`))
      }
      const events = readTrace(traced)
      const answers = events.filter((event) => event === 'answer').length
      expect(answers).toBe(27)
      // The last write to the log was synced before its answer was sent.
      expect(events.join(' ')).not.toMatch(/write answer/)
      // The first eleven came one by one, so each had a sync of its own.
      const alone = events.slice(0, nth(events, 'answer', 11) + 1).filter((event) => event !== 'write')
      expect(alone.join(' ')).not.toMatch(/answer answer/)
    },
  )
})

type TraceEvent = 'write' | 'sync' | 'answer'

/** The writes and syncs of the write-ahead log, and the acknowledging answers, in order. */
function readTrace(text: string): TraceEvent[] {
  return text.split('\n').flatMap((line): TraceEvent[] => {
    if (/\b(fsync|fdatasync)\(\d+<[^>]*-wal>/.test(line)) return ['sync']
    if (/\bpwrite64\(\d+<[^>]*-wal>/.test(line)) return ['write']
    return line.includes('HTTP/1.1 201') ? ['answer'] : []
  })
}

/** Index of the `count`th event of a type. */
function nth(events: readonly TraceEvent[], type: TraceEvent, count: number): number {
  let left = count
  return events.findIndex((event) => event === type && --left === 0)
}
