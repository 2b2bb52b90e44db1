import type { CollectionDocument, ResourceDocument, ResourceObject } from '@parley/shared'
import type { Context } from '../../points/context/context.ts'
import type { Resource } from '../../points/resources/resources.ts'
import { parseQuery } from '../http/query.ts'
import type { PageDocuments } from './page-documents.ts'

/**
 * How much of a row is shown: what its type shows in its barest form, or more. Of accounts, for example, names and
 * pictures stand on many pages, and the rest changes with every visit.
 */
export type ShownForm = 'bare' | 'full'

/** Says that a page shows this row. */
export function rowOf(type: string, id: number | string, form: ShownForm): string {
  return `${type}:${id}:${form}`
}

/** Says that a page shows some rows of a type. */
export function anyOf(type: string, form: ShownForm): string {
  return `${type}:*:${form}`
}

/** Says that a page shows a list of a type, in which other rows may come to stand. */
export function listOf(type: string): string {
  return `${type}:list`
}

/** What a page shows: the rows in its documents, and of which types it shows lists. */
export function shownBy(documents: PageDocuments, context: Context): string[] {
  const { resources } = context.forum.points
  const shown = new Set<string>()
  for (const [request, document] of Object.entries(documents)) {
    const { data, included = [], meta } = document as Partial<ResourceDocument & CollectionDocument>
    const { earlier = [], later = [] } = meta?.excerpts ?? {}
    const objects = [data ?? [], included, earlier, later].flat() as ResourceObject[]
    for (const { type, id, attributes } of objects) {
      const form = formOf(resources.get(type), attributes ?? {})
      shown.add(rowOf(type, id, form)).add(anyOf(type, form))
    }
    // A page that says what is missing shows it once it is there.
    if (!data || Array.isArray(data)) shown.add(listShownBy(request, resources))
  }
  return [...shown]
}

function formOf(resource: Resource | undefined, attributes: Readonly<Record<string, unknown>>): ShownForm {
  if (!resource?.bareColumns) return 'full'
  const bare = resource.fieldsOfForm.get(resource.forms[0] ?? '') ?? []
  const names = new Set(bare.map(([name]) => name))
  return Object.keys(attributes).every((name) => names.has(name)) ? 'bare' : 'full'
}

/** The list behind a request: that of a type, or of what belongs to one row, which changes with it. */
function listShownBy(request: string, resources: ReadonlyMap<string, Resource>): string {
  const [path = '', query = ''] = request.split('?', 2)
  const [type = ''] = path.split('/').slice(1).map(decodeURIComponent)
  const { lockedWith, relations } = resources.get(type) ?? {}
  const { filter } = parseQuery(query) as { filter?: unknown }
  const [name] = [...(relations ?? [])].find(([, { to }]) => to === lockedWith?.type) ?? []
  const of =
    name !== undefined && typeof filter === 'object' ? (filter as Record<string, unknown>)[name] : undefined
  if (!lockedWith || typeof of !== 'string' || !/^\d{1,15}$/.test(of)) return listOf(type)
  return rowOf(lockedWith.type, Number(of), 'full')
}
