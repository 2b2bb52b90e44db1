import type { RenderedColumns } from '../../features/posts/rendering/rendering.ts'
import type { Database } from '../../infrastructure/db/database.ts'
import { DiscussionDraft, type PostDraft } from './draft.ts'
import { People } from './people.ts'
import { Random } from './random.ts'
import { nextTime, PriorityQueue, planSchedules } from './schedules.ts'
import { SeedWriter } from './seed-writer.ts'

export interface SeedOptions {
  users: number
  discussions: number
  /** All posts, those that tell of events included. */
  posts: number
  /** The same number with the same `until` on an empty forum gives the same forum. */
  seed: number
  /** The newest posts are from shortly before. */
  until: Date
  /** As posts of people are rendered. */
  render(content: string): RenderedColumns
  /** Told how many posts are stored. */
  progress?: (done: number, total: number) => void
  /** Stops early, with everything exact. */
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
 * Fills a forum with made-up people, discussions and posts, as if they had been written in the last 18 months, in
 * the order of time. Posts are rendered as those of people are, and every counter is exact at the end. Only the
 * discussions that are going on and one batch of posts are in memory.
 */
export async function seed(database: Database, options: SeedOptions): Promise<Seeded> {
  const random = new Random(options.seed)
  const until = options.until.getTime()
  const from = until - months * month
  const people = await People.create(database, random, options.users, from - month, until)
  const courses = planSchedules(random, options, from, until)
  const writer = new SeedWriter(database, random, people)
  const agenda = new PriorityQueue<DiscussionDraft>()
  const open = new Set<DiscussionDraft>()
  let begun = 0
  let posts = 0

  while (posts < options.posts && !options.signal?.aborted) {
    const course = courses[begun]
    let time = agenda.nextTime
    let draft: DiscussionDraft | undefined
    if (course && course.start <= time) {
      time = course.start
      draft = new DiscussionDraft(random, people, course, options.render)
      begun += 1
      open.add(draft)
      writer.begin(draft)
    } else {
      draft = agenda.take()
    }
    if (!draft) break
    const post: PostDraft = draft.write(time)
    writer.add(draft, post)
    posts += 1
    if (draft.isFinished) {
      open.delete(draft)
      writer.finish(draft)
    } else {
      agenda.add(nextTime(random, time, draft.course, draft.course.size - draft.numbers), draft)
    }
    if (posts % batchSize === 0) {
      await writer.flush()
      options.progress?.(posts, options.posts)
    }
  }
  for (const draft of open) writer.finish(draft)
  await writer.flush()
  await people.saveCounts(database)
  options.progress?.(posts, options.posts)
  return { users: people.count, discussions: begun, posts }
}
