import { tagsOf } from '../server/stored-tags.ts'
import { type ServedForum, sendAsAdmin } from './send-as-admin.ts'

/** Attributes of a tag, and the slug of its parent. */
interface NewTag {
  name: string
  slug: string
  description?: string
  color?: string
  primary?: true
  parent?: string
  defaultSort?: string
  icon?: string
}

/** Tags of a forum about railways. */
const sampleTags: readonly NewTag[] = [
  {
    name: 'Night trains',
    slug: 'night-trains',
    description: 'Sleepers, couchettes and seats that pretend to recline',
    color: '#5b4fc7',
    icon: 'fas fa-train',
    primary: true,
  },
  { name: 'Sleepers', slug: 'sleepers', color: '#3b6fd4', parent: 'night-trains', defaultSort: 'oldest' },
  { name: 'Couchettes', slug: 'couchettes', color: '#0f9d8a', parent: 'night-trains' },
  {
    name: 'Routes & trips',
    slug: 'routes',
    description: 'Plans, doubts and reports from the way',
    color: '#1f8a5b',
    primary: true,
  },
  { name: 'محطات', slug: 'محطات', description: 'مقاعد وخزائن ومقاهٍ', color: '#a13a6b', primary: true },
  { name: 'Staff room', slug: 'staff', color: '#c2570c', primary: true },
  { name: 'Europe', slug: 'europe', color: '#3b6fd4' },
  { name: 'Asia', slug: 'asia', color: '#d4a017' },
  { name: 'Bikes', slug: 'bikes', color: '#e11d74', icon: 'fas fa-bicycle' },
  { name: 'Accessibility', slug: 'accessibility' },
]

/** Writes to a forum as its administrator. */
export interface TagWriter {
  /** Changes a setting. */
  set(key: string, value: string): Promise<void>
  /** Grants a permission in a tag to members. */
  grantIn(slug: string, permission: string): Promise<void>
  /** Starts a discussion with the tags of these slugs. Returns its id. */
  startIn(title: string, slugs: readonly string[]): Promise<string>
  /** Gives a discussion other tags. */
  retag(id: string, slugs: readonly string[]): Promise<void>
  /** Deletes a tag. */
  deleteTag(slug: string): Promise<void>
}

/** Stores the sample's tags beside the first one; "Staff room" is restricted. Call it once for each forum. */
export async function makeTags(forum: ServedForum): Promise<TagWriter> {
  const request = (method: string, path: string, body?: object) =>
    sendAsAdmin(forum, method, `/${path}`, body)
  const send = async (method: string, path: string, data: object) =>
    (await request(method, path, { data })).data.id
  const ids = new Map<string, string>()
  const tagsWith = (slugs: readonly string[]) => tagsOf(slugs.map((slug) => ids.get(slug) ?? slug))
  for (const { parent, defaultSort, description = '', color = '', ...attributes } of sampleTags) {
    const relationships = parent && { parent: { data: { type: 'tags', id: ids.get(parent) } } }
    const id = await send('POST', 'tags', {
      attributes: { ...attributes, description, color },
      ...(relationships && { relationships }),
    })
    ids.set(attributes.slug, id)
    const changes = { ...(defaultSort && { defaultSort }), isRestricted: attributes.slug === 'staff' }
    await send('PATCH', `tags/${id}`, { attributes: changes })
  }
  return {
    async set(key, value) {
      await request('POST', 'settings', { [key]: value })
    },
    async grantIn(slug, permission) {
      await request('POST', 'permission', {
        permission: `tag${ids.get(slug)}.${permission}`,
        groupIds: ['3'],
      })
    },
    startIn: (title, slugs) =>
      send('POST', 'discussions', {
        attributes: { title, content: 'Is it worth the night?' },
        relationships: tagsWith(slugs),
      }),
    async retag(id, slugs) {
      await send('PATCH', `discussions/${id}`, { relationships: tagsWith(slugs) })
    },
    async deleteTag(slug) {
      await request('DELETE', `tags/${ids.get(slug)}`)
    },
  }
}
