import { type App, createResource, saveResource } from '@parley/client'
import type { TagRecord } from '../../client/tag-record.ts'

const texts = ['name', 'slug', 'description', 'color', 'icon'] as const
/** What only a change of a tag takes. */
const laterTexts = ['defaultSort', 'backgroundUrl', 'backgroundMode'] as const

type Attributes = Record<string, string | boolean>

/** The attributes in a form of a tag. */
export function attributesIn(data: FormData): Attributes {
  const text = (name: string) => String(data.get(name) ?? '').trim()
  return {
    ...Object.fromEntries([...texts, ...laterTexts].map((name) => [name, text(name)])),
    isHidden: data.has('isHidden'),
    isRestricted: data.has('isRestricted'),
  }
}

/** The attributes that differ from those of a tag. */
function changesTo(tag: TagRecord, attributes: Attributes): Attributes {
  const stored = tag as unknown as Readonly<Record<string, unknown>>
  return Object.fromEntries(
    Object.entries(attributes).filter(([name, value]) => value !== (stored[name] ?? '')),
  )
}

/** Creates a tag at a place: `primary`, `secondary` or the id of its parent. */
export function createTag(
  app: Pick<App, 'api' | 'store'>,
  attributes: Attributes,
  place: string,
): Promise<TagRecord> {
  const isChild = place !== 'primary' && place !== 'secondary'
  const sent = Object.fromEntries(texts.map((name) => [name, attributes[name] ?? '']))
  return createResource(app, 'tags', {
    attributes: { ...sent, isHidden: attributes.isHidden, primary: place === 'primary' },
    ...(isChild && { relationships: { parent: { data: { type: 'tags', id: place } } } }),
  })
}

/** Stores what a form changes in a tag. */
export async function changeTag(
  app: Pick<App, 'api' | 'store'>,
  tag: TagRecord,
  attributes: Attributes,
): Promise<void> {
  const changes = changesTo(tag, attributes)
  if (Object.keys(changes).length > 0) await saveResource(app, tag, { attributes: changes })
}
