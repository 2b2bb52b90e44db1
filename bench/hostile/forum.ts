import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgresServer } from '@parley/testing/postgres-server'
import { administrator, copyOf, forumEnvironment, root, type SeedSize, seed, seededFolder } from '../data.ts'
import { type BenchServer, startServer } from '../server.ts'
import type { Plan } from './plan.ts'

/** A disposable seeded forum, with the plan for the cases. */
export interface HostileForum {
  server: BenchServer
  plan: Plan
  /** Verifies the counters after the server has stopped. Returns the differences; empty if there are none. */
  wrongCounters(): string
  /** Removes the forum, whose server must have been stopped. */
  remove(): Promise<void>
}

const ordinaryDiscussions = 200
const quotedPosts = 50
const quotes = '"'.repeat(65_535)

/** Seeds a forum on SQLite or PostgreSQL and starts its server. */
export async function startHostileForum(
  database: 'sqlite' | 'postgres',
  size: SeedSize,
): Promise<HostileForum> {
  const postgres = database === 'postgres' ? await startPostgresServer() : undefined
  const folder = postgres ? mkdtempSync(join(tmpdir(), 'parley-hostile-')) : copyOf(seededFolder(size))
  const postgresUrl = postgres && `${postgres.url}/postgres`
  const environment: Record<string, string> = postgresUrl ? { DATABASE_URL: postgresUrl } : {}
  const remove = async () => {
    rmSync(folder, { recursive: true, force: true })
    await postgres?.stop()
  }
  try {
    if (postgres) seed(size, { ...forumEnvironment(folder, 0), ...environment })
    const server = await startServer(folder, environment)
    return {
      server,
      plan: await planOf(server.url, postgresUrl),
      wrongCounters: () => recount({ ...forumEnvironment(folder, 0), ...environment }),
      remove,
    }
  } catch (error) {
    await remove()
    throw error
  }
}

function recount(environment: Record<string, string>): string {
  const { status, stdout } = spawnSync(process.execPath, ['bin/parley', 'recount', '--verify'], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 2],
    env: { ...process.env, ...environment },
  })
  return status === 0 ? '' : stdout.trim() || `parley recount ended with ${status}`
}

interface Discussion {
  id: string
  attributes: { slug: string; lastPostNumber: number }
}

async function planOf(url: string, postgresUrl: string | undefined): Promise<Plan> {
  const { token } = await call<{ token: string }>(`${url}/api/token`, {
    body: { identification: administrator.username, password: administrator.password },
  })
  const byLength = `${url}/api/discussions?sort=-commentCount`
  const [longest] = (await call<{ data: Discussion[] }>(byLength, { token })).data
  if (!longest) throw new Error('The seeded forum has no discussions')
  const ordinary: Discussion[] = []
  for (let offset = 50; ordinary.length < ordinaryDiscussions; offset += 50) {
    const page = `${url}/api/discussions?page%5Blimit%5D=50&page%5Boffset%5D=${offset}`
    const { data } = await call<{ data: Discussion[] }>(page, {})
    ordinary.push(...data.filter(({ id }) => id !== longest.id))
    if (data.length === 0) break
  }
  return {
    url,
    token,
    ordinary: ordinary.map(({ id, attributes: { slug } }) => ({ id, slug })),
    longest: { id: longest.id, ...longest.attributes },
    quotes: await createQuotesDiscussion(url, token),
    postgresUrl,
  }
}

async function createQuotesDiscussion(url: string, token: string): Promise<Plan['quotes']> {
  const { data } = await call<{ data: Discussion }>(`${url}/api/discussions`, {
    token,
    body: { data: { type: 'discussions', attributes: { title: 'Quotation marks', content: quotes } } },
  })
  for (let number = 1; number < quotedPosts; number++) {
    const relationships = { discussion: { data: { type: 'discussions', id: data.id } } }
    await call(`${url}/api/posts?include=`, {
      token,
      body: { data: { type: 'posts', attributes: { content: quotes }, relationships } },
    })
  }
  return { id: data.id, slug: data.attributes.slug }
}

async function call<Result>(
  url: string,
  { token, body }: { token?: string; body?: object },
): Promise<Result> {
  const response = await fetch(url, {
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Token ${token}` }),
    },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${url} was answered with ${response.status}: ${await response.text()}`)
  return (await response.json()) as Result
}
