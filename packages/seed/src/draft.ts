import type { PostTable } from '@parley/server'
import type { RenderedColumns } from '@parley/server/rendering'
import type { Insertable } from 'kysely'
import type { People, Person } from './people.ts'
import type { Random } from './random.ts'
import type { DiscussionSchedule } from './schedules.ts'
import { chooseSubject, makePost, makeTitle, type Subject } from './texts.ts'

/** A made-up post that is not stored yet. */
export type PostDraft = Omit<Insertable<PostTable>, 'discussion_id'>

const minute = 60_000
const maximumRecentAuthors = 8

/** A made-up, unfinished discussion: the state for its next post. */
export class DiscussionDraft {
  /** 0 until the discussion is inserted. */
  id = 0
  readonly schedule: DiscussionSchedule
  readonly author: Person
  readonly createdAt: string
  title: string
  hiddenAt: string | null = null
  isRenamed = false
  numbers = 0
  last: PostDraft | undefined
  /** Number of each commenter's last post, by user id. */
  readonly participants = new Map<number, number>()
  readonly #random: Random
  readonly #people: People
  readonly #render: (content: string) => RenderedColumns
  readonly #subject: Subject
  readonly #renamedNumber: number
  /** Recent authors, who answer each other. */
  readonly #recentAuthors: Person[] = []

  constructor(
    random: Random,
    people: People,
    schedule: DiscussionSchedule,
    render: (content: string) => RenderedColumns,
  ) {
    this.#random = random
    this.#people = people
    this.#render = render
    this.schedule = schedule
    this.author = people.pickAt(schedule.start)
    this.createdAt = new Date(schedule.start).toISOString()
    this.#subject = chooseSubject(random)
    this.title = makeTitle(random, this.#subject)
    this.#renamedNumber =
      schedule.size > 2 && random.chance(0.02) ? random.between(2, Math.min(schedule.size, 10)) : 0
    if (schedule.size < 200 && random.chance(0.005)) {
      this.hiddenAt = new Date(schedule.start + random.between(1, 600) * minute).toISOString()
    }
  }

  get isFinished(): boolean {
    return this.numbers >= this.schedule.size
  }

  /** Makes the next post, at `time` (milliseconds). */
  write(time: number): PostDraft {
    const number = ++this.numbers
    return number === this.#renamedNumber ? this.#rename(number, time) : this.#comment(number, time)
  }

  #rename(number: number, time: number): PostDraft {
    const previous = this.title
    this.title = makeTitle(this.#random, this.#subject)
    this.isRenamed = true
    const actor = this.#random.chance(0.5) ? this.author : this.#people.moderator
    const content = JSON.stringify([previous, this.title])
    return { ...this.#post(number, time, actor), type: 'discussionRenamed', content }
  }

  #comment(number: number, time: number): PostDraft {
    const random = this.#random
    const author = number > 1 && random.chance(0.003) ? undefined : this.#chooseAuthor(number, time)
    const content = makePost(random, this.#subject)
    const post = { ...this.#post(number, time, author), content, ...this.#render(content) }
    if (random.chance(0.04)) {
      post.edited_at = new Date(time + random.between(1, 60) * minute).toISOString()
      post.edited_user_id = post.user_id
    }
    if (number > 1 && random.chance(0.01)) {
      post.hidden_at = new Date(time + random.between(1, 600) * minute).toISOString()
      post.hidden_user_id = random.chance(0.3) ? post.user_id : this.#people.moderator.id
    } else {
      this.last = post
    }
    if (author) this.participants.set(author.id, number)
    return post
  }

  #chooseAuthor(number: number, time: number): Person {
    if (number === 1) return this.#addRecentAuthor(this.author)
    if (this.#random.chance(0.55)) return this.#random.pick(this.#recentAuthors)
    return this.#addRecentAuthor(this.#people.pickAt(time))
  }

  #addRecentAuthor(person: Person): Person {
    if (this.#recentAuthors.length < maximumRecentAuthors) this.#recentAuthors.push(person)
    else this.#recentAuthors[this.#random.below(maximumRecentAuthors)] = person
    return person
  }

  #post(number: number, time: number, author: Person | undefined): PostDraft {
    return {
      number,
      created_at: new Date(time).toISOString(),
      user_id: author?.id ?? null,
      type: 'comment',
      content: '',
      content_html: null,
      markup_version: null,
      edited_at: null,
      edited_user_id: null,
      hidden_at: null,
      hidden_user_id: null,
      // An address reserved for documentation by RFC 5737.
      ip_address: `203.0.113.${this.#random.below(256)}`,
    }
  }
}
