import { type ServedForum, sendAsAdmin } from './send-as-admin.ts'

/** A tag as journeys give it. Tags without `primary` and `parent` are secondary. */
export interface GivenTag {
  name: string
  primary?: boolean
  /** Name of a primary tag that is given before. */
  parent?: string
  color?: string
  description?: string
}

/** Tags of every kind. */
export const railway: readonly GivenTag[] = [
  { name: 'Night trains', primary: true, color: '#5b4fc7', description: 'Couchettes, sleepers and seats.' },
  { name: 'Europe', parent: 'Night trains', color: '#3b6fd4' },
  { name: 'Asia', parent: 'Night trains', color: '#d4a017' },
  { name: 'Tickets & passes', primary: true, color: '#c2570c' },
  { name: 'Winter', color: '#0b7fb3' },
  { name: 'Summer', color: '#b8860b' },
]

/** Limits of the forum, by the ends of their keys. */
export interface GivenLimits {
  minPrimary?: number
  maxPrimary?: number
  minSecondary?: number
  maxSecondary?: number
}

/** Arranges the tags of a forum as its administrator. */
export class TagsForum {
  readonly #forum: ServedForum
  #ids = new Map<string, string>()

  constructor(forum: ServedForum) {
    this.#forum = forum
  }

  /** Replaces all tags of the forum. The limits are those of a new forum but for those given. */
  async arrange(tags: readonly GivenTag[], limits: GivenLimits = {}): Promise<void> {
    await this.#forum.current.database.transaction((db) =>
      db.deleteFrom('tags').where('slug', 'like', 'place-%').execute(),
    )
    const { data } = await sendAsAdmin<{ id: string }[]>(this.#forum, 'GET', '/tags')
    for (const { id } of data) await this.#send('DELETE', `/tags/${id}`)
    this.#ids.clear()
    for (const tag of tags) await this.add(tag)
    await this.setLimits(limits)
  }

  async add({ name, primary, parent, color = '#1f8a5b', description = '' }: GivenTag): Promise<void> {
    const slug = `tag-${this.#ids.size}-${Date.now()}`
    const attributes = { name, slug, color, description, ...(primary && { primary }) }
    const relationships = parent ? { parent: { data: { type: 'tags', id: this.idOf(parent) } } } : {}
    const { data } = await this.#send('POST', '/tags', { data: { type: 'tags', attributes, relationships } })
    this.#ids.set(name, data.id)
  }

  /** Adds secondary tags, 'Place 0' and so on, and a primary one, for which the server reads all of them. */
  async addPlaces(count: number): Promise<void> {
    const rows = Array.from({ length: count }, (_, index) => ({
      name: `Place ${index}`,
      slug: `place-${index}`,
    }))
    await this.#forum.current.database.transaction(async (db) => {
      for (let start = 0; start < count; start += 100)
        await db
          .insertInto('tags')
          .values(rows.slice(start, start + 100))
          .execute()
    })
    await this.add({ name: 'Compass', primary: true })
  }

  async setLimits(limits: GivenLimits): Promise<void> {
    const { minPrimary, maxPrimary, minSecondary, maxSecondary } = {
      minPrimary: 1,
      maxPrimary: 1,
      minSecondary: 0,
      maxSecondary: 3,
      ...limits,
    }
    await this.#send('POST', '/settings', {
      'flarum-tags.min_primary_tags': String(minPrimary),
      'flarum-tags.max_primary_tags': String(maxPrimary),
      'flarum-tags.min_secondary_tags': String(minSecondary),
      'flarum-tags.max_secondary_tags': String(maxSecondary),
    })
  }

  async delete(name: string): Promise<void> {
    await this.#send('DELETE', `/tags/${this.idOf(name)}`)
  }

  /** Gives a tag permissions of its own: only these groups may see it, and only `starters` start discussions. */
  async restrict(name: string, viewers: readonly number[], starters: readonly number[] = []): Promise<void> {
    const id = this.idOf(name)
    await this.#send('PATCH', `/tags/${id}`, {
      data: { type: 'tags', id, attributes: { isRestricted: true } },
    })
    await this.grant(`tag${id}.viewForum`, viewers)
    await this.grant(`tag${id}.startDiscussion`, starters)
  }

  async grant(permission: string, groupIds: readonly number[]): Promise<void> {
    await this.#send('POST', '/permission', { permission, groupIds })
  }

  /** Sets the tags of a discussion. */
  async retag(discussionId: number | string, names: readonly string[]): Promise<void> {
    const id = String(discussionId)
    const tags = { data: names.map((name) => ({ type: 'tags', id: this.idOf(name) })) }
    await this.#send('PATCH', `/discussions/${id}`, {
      data: { type: 'discussions', id, relationships: { tags } },
    })
  }

  idOf(name: string): string {
    const id = this.#ids.get(name)
    if (id === undefined) throw new Error(`There is no tag "${name}".`)
    return id
  }

  #send(method: string, path: string, body?: object) {
    return sendAsAdmin(this.#forum, method, path, body)
  }
}
