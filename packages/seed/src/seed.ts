import type { Database } from '@parley/server/db/database'
import type { RenderedColumns } from '@parley/server/rendering'
import { repairCoreStatistics } from '@parley/server/statistics-recount'
import { DiscussionDraft, type PostDraft } from './draft.ts'
import { People } from './people.ts'
import { Random } from './random.ts'
import { nextTime, PriorityQueue, planSchedules } from './schedules.ts'
import { SeedWriter } from './seed-writer.ts'

export interface SeedOptions {
  users: number
  discussions: number
  /** Number of posts, including event posts. */
  posts: number
  /** Seed of the random numbers: with the same `until`, an empty forum gets the same content. */
  seed: number
  /** Time shortly after the newest posts. */
  until: Date
  /** Renders the content of a post. */
  render(content: string): RenderedColumns
  /** Called with the number of stored posts. */
  progress?: (done: number, total: number) => void
  /** Stops early, with exact counters. */
  signal?: AbortSignal
}

export interface Seeded {
  users: number
  discussions: number
  posts: number
}

const months = 18
const month = 30 * 86_400_000
const batchSize = 5000

/**
 * Fills a forum with made-up people, discussions and posts of the last 18 months, in chronological order. Posts are
 * rendered like real ones, and all counters are exact at the end. Memory holds only unfinished discussions and one
 * batch of posts.
 */
export async function seed(database: Database, options: SeedOptions): Promise<Seeded> {
  const random = new Random(options.seed)
  const until = options.until.getTime()
  const from = until - months * month
  const people = await People.create(database, random, options.users, from - month, until)
  const schedules = planSchedules(random, options, from, until)
  const writer = new SeedWriter(database, random, people)
  const queue = new PriorityQueue<DiscussionDraft>()
  const open = new Set<DiscussionDraft>()
  let startedCount = 0
  let posts = 0

  while (posts < options.posts && !options.signal?.aborted) {
    const schedule = schedules[startedCount]
    let time = queue.nextTime
    let draft: DiscussionDraft | undefined
    if (schedule && schedule.start <= time) {
      time = schedule.start
      draft = new DiscussionDraft(random, people, schedule, options.render)
      startedCount += 1
      open.add(draft)
      writer.begin(draft)
    } else {
      draft = queue.take()
    }
    if (!draft) break
    const post: PostDraft = draft.write(time)
    writer.add(draft, post)
    posts += 1
    if (draft.isFinished) {
      open.delete(draft)
      writer.finish(draft)
    } else {
      queue.add(nextTime(random, time, draft.schedule, draft.schedule.size - draft.numbers), draft)
    }
    if (posts % batchSize === 0) {
      await writer.flush()
      options.progress?.(posts, options.posts)
    }
  }
  for (const draft of open) writer.finish(draft)
  await writer.flush()
  await people.storeCounts(database)
  await database.transaction((db) => repairCoreStatistics(db, database.dialect, new Date()))
  options.progress?.(posts, options.posts)
  return { users: people.count, discussions: startedCount, posts }
}
