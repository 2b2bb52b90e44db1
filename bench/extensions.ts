// node scripts/run.mjs --build bench/extensions.ts
// The rates of a member's index and discussion page with all extensions and 100 tags, half of them restricted, as a share of
// those of the same forum without extensions.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createAccessToken } from '@parley/server/access-tokens'
import { openDatabase } from '@parley/server/db'
import { copyOf, seededFolder, small } from './data.ts'
import { measure, median } from './load.ts'
import { startServer } from './server.ts'
import { largestDiscussion } from './targets.ts'

const goal = 0.7
const seconds = { warm: 2, round: 3 }
const rounds = 7
/** A seeded member without groups. */
const memberId = 3

// The first tag is there in a new forum.
const tags = Array.from({ length: 99 }, (_, index) => 2 + index)
const isRestricted = (id: number) => id % 2 === 0

const folder = copyOf(seededFolder(small))
const token = await prepare(folder)
const headers = { cookie: `parley_session=${'0'.repeat(40)}.${token}` }
const rates = new Map<string, { plain: number[]; extended: number[] }>()

enable('[]')
const plain = await startServer(folder, { PAGE_CACHE: 'off' })
enable(null)
const extended = await startServer(folder, { PAGE_CACHE: 'off' })
try {
  const { slug } = await largestDiscussion(plain.url)
  for (const path of ['/', `/d/${slug}`]) {
    const found = { plain: [] as number[], extended: [] as number[] }
    rates.set(path, found)
    const measureBoth = async (time: number) => ({
      plain: (await measure(plain.url + path, time, headers)).rate,
      extended: (await measure(extended.url + path, time, headers)).rate,
    })
    await measureBoth(seconds.warm)
    for (let round = 0; round < rounds; round++) {
      const { plain, extended } = await measureBoth(seconds.round)
      found.plain.push(plain)
      found.extended.push(extended)
    }
  }
} finally {
  await Promise.all([plain.stop(), extended.stop()])
}

for (const [path, { plain, extended }] of rates) {
  // A round is compared with itself.
  const share = median(extended.map((rate, round) => rate / (plain[round] ?? Number.NaN)))
  const isMissed = share < goal
  if (isMissed) process.exitCode = 1
  const shown = `${median(plain).toFixed(0)}/s | ${median(extended).toFixed(0)}/s | ${share.toFixed(2)}`
  console.log(`| ${path} | ${shown}${isMissed ? ` FAIL: at least ${goal}` : ''} |`)
}

/** Stores the tags, two for each discussion. Returns a token of a member who sees half of the restricted tags. */
async function prepare(folder: string): Promise<string> {
  // Applies the migrations of extensions that the forum was seeded without.
  await (await startServer(folder)).stop()
  const sqlite = new DatabaseSync(join(folder, 'forum.sqlite'))
  const insertTag = sqlite.prepare(
    'insert into tags (id, name, slug, color, position, is_restricted) values (?, ?, ?, ?, ?, ?)',
  )
  const grant = sqlite.prepare('insert into group_permission (group_id, permission) values (3, ?)')
  for (const id of tags) {
    insertTag.run(id, `Tag ${id}`, `tag-${id}`, '#3b82f6', id <= 21 ? id : null, Number(isRestricted(id)))
    if (isRestricted(id) && id % 4 === 0) grant.run(`tag${id}.viewForum`)
  }
  // Most discussions have tags that everyone sees, and every eighth one has a restricted tag.
  for (const tag of ['3 + 2 * (id % 48)', 'case when id % 8 = 0 then 2 + 2 * (id % 49) else 1 end'])
    sqlite.exec(`insert or ignore into discussion_tag
      (discussion_id, tag_id, created_at, is_counted, last_posted_at, comment_count, started_at)
      select id, ${tag}, created_at, true, last_posted_at, comment_count, created_at from discussions`)
  sqlite.close()
  const database = await openDatabase({ file: join(folder, 'forum.sqlite') })
  try {
    const { token } = await database.transaction((db) =>
      createAccessToken(db, { userId: memberId, type: 'session_remember', now: new Date() }),
    )
    return token
  } finally {
    await database.close()
  }
}

/** Sets which extensions a server that starts now has: null stands for all of them. */
function enable(ids: string | null): void {
  const sqlite = new DatabaseSync(join(folder, 'forum.sqlite'))
  sqlite.exec(`delete from settings where key = 'extensions_enabled'`)
  if (ids !== null)
    sqlite.prepare(`insert into settings (key, value) values ('extensions_enabled', ?)`).run(ids)
  sqlite.close()
}
