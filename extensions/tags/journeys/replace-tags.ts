import { type ServedForum, sendAsAdmin } from './send-as-admin.ts'

/** A tag to create; those with `children` or `isPrimary` are primary. */
export interface NewTag {
  name: string
  slug?: string
  color?: string
  isPrimary?: boolean
  children?: readonly NewTag[]
}

/** Deletes all tags of a forum and creates others. Returns their ids by name. */
export async function replaceTags(
  forum: ServedForum,
  tags: readonly NewTag[] = railway,
): Promise<Map<string, string>> {
  const { data } = await sendAsAdmin<{ id: string }[]>(forum, 'GET', '/tags')
  for (const { id } of data) await sendAsAdmin(forum, 'DELETE', `/tags/${id}`)
  const ids = new Map<string, string>()
  const create = async ({ name, slug, color = '', isPrimary, children }: NewTag, parent?: string) => {
    const attributes = {
      ...{ name, color, slug: slug ?? name.toLowerCase().replaceAll(' ', '-'), description: '' },
      primary: isPrimary ?? children !== undefined,
    }
    const relationships = parent && { relationships: { parent: { data: { type: 'tags', id: parent } } } }
    const body = { data: { type: 'tags', attributes, ...relationships } }
    const { id } = (await sendAsAdmin(forum, 'POST', '/tags', body)).data
    ids.set(name, id)
    for (const child of children ?? []) await create(child, id)
  }
  for (const tag of tags) await create(tag)
  return ids
}

/** Three primary tags, one with two children, and two secondary ones. */
const railway: readonly NewTag[] = [
  {
    name: 'Trains',
    color: '#3b6fd4',
    children: [
      { name: 'Night trains', color: '#5b4fc7' },
      { name: 'Steam', color: '#a06a00' },
    ],
  },
  { name: 'Stations', color: '#2f855a', isPrimary: true },
  { name: 'Lounge', color: '#7a3fa0', isPrimary: true },
  { name: 'Europe', color: '#c05621' },
  { name: 'القطارات', slug: 'القطارات' },
]
