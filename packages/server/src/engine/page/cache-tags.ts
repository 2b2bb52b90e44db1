import type { CollectionDocument, ResourceDocument, ResourceObject } from '@parley/shared'
import type { Context, Forum } from '../../points/context/context.ts'
import type { Resource } from '../../points/resources/resources.ts'
import { parseQuery } from '../http/query.ts'
import type { PageDocuments } from './page-documents.ts'
import { readTargetOf } from './read-request.ts'

/**
 * How much of a row a page shows: only the fields of the smallest form, or more. Many pages show the names and pictures
 * of accounts, for example, while other fields of accounts change with every request.
 */
export type ShownForm = 'bare' | 'full'

/** The cache tag of pages that show this row. */
export function rowTag(type: string, id: number | string, form: ShownForm): string {
  return `${type}:${id}:${form}`
}

/** The cache tag of pages that show any row of a type. */
export function anyRowTag(type: string, form: ShownForm): string {
  return `${type}:*:${form}`
}

/** The cache tag of pages that show a list of a type: other rows may enter the list. */
export function listTag(type: string): string {
  return `${type}:list`
}

/** The cache tags of a page: the rows in its documents, and the types of its lists. */
export function cacheTagsOf(documents: PageDocuments, context: Context): string[] {
  const { resources } = context.forum.points
  const tags = new Set<string>()
  for (const [request, document] of Object.entries(documents)) {
    const { data, included = [], meta } = document as Partial<ResourceDocument & CollectionDocument>
    const { earlier = [], later = [] } = meta?.excerpts ?? {}
    const objects = [data ?? [], included, earlier, later].flat() as ResourceObject[]
    for (const { type, id, attributes } of objects) {
      const form = formOf(resources.get(type), attributes ?? {})
      tags.add(rowTag(type, id, form)).add(anyRowTag(type, form))
    }
    for (const tag of listTagsOf(request, document, context.forum)) tags.add(tag)
  }
  return [...tags]
}

function formOf(resource: Resource | undefined, attributes: Readonly<Record<string, unknown>>): ShownForm {
  if (!resource?.bareColumns) return 'full'
  const bare = resource.fieldsOfForm.get(resource.forms[0] ?? '') ?? []
  const names = new Set(bare.map(([name]) => name))
  return Object.keys(attributes).every((name) => names.has(name)) ? 'bare' : 'full'
}

/** The tags of the lists on which the document of a request depends. */
function listTagsOf(request: string, document: unknown, { points }: Forum): string[] {
  const [path = '', query = ''] = request.split('?', 2)
  const target = readTargetOf(points, path)
  // What a route reads is unknown: any row may matter.
  if (!target || 'route' in target) return [...points.resources.keys()].map(listTag)
  const { data } = document as Partial<CollectionDocument>
  // An error page for a missing row must change when the row is created, and totals change with their list.
  const hasList = !data || Array.isArray(data) || target.endpoint === 'totals'
  return hasList ? [listTagOf(target.resource, query)] : []
}

/** The tag of a list: all rows of a type, or the children of one row, which change with it. */
function listTagOf({ type, lockedWith, relations }: Resource, query: string): string {
  const { filter } = parseQuery(query) as { filter?: unknown }
  const [name] = [...relations].find(([, { to }]) => to === lockedWith?.type) ?? []
  const parentId =
    name !== undefined && typeof filter === 'object' ? (filter as Record<string, unknown>)[name] : undefined
  if (!lockedWith || typeof parentId !== 'string' || !/^\d{1,15}$/.test(parentId)) return listTag(type)
  return rowTag(lockedWith.type, Number(parentId), 'full')
}
