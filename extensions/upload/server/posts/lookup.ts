import { type Context, type PostRow, renderContent } from '@parley/server'
import type { MarkupReference } from '@parley/shared/markup'
import { uploadedFile } from '../../markup/index.ts'
import type { FileRow } from '../tables.ts'

/** Files of one post that are looked up. Further ones are shown as they are typed. */
const mostFiles = 200

const columns = [
  ...(['id', 'uuid', 'base_name', 'url', 'path', 'upload_method'] as const),
  ...(['width', 'height', 'snippet', 'is_longer', 'widths'] as const),
]

export type ShownFile = Pick<FileRow, (typeof columns)[number]>

/** Finds the file that a tag names: by its uuid, else by its address. Undefined for one that was not looked up. */
export type FindFile = (reference: MarkupReference) => ShownFile | 'missing' | undefined

interface Key {
  uuid: string
  url: string
}

/** What a tag names a file by. */
export function keyOf({ id, details }: MarkupReference): Key {
  return { uuid: id, url: details?.url ?? '' }
}

/** The files in the text of a comment. HTML of another version of the markup is made again. */
export function filesIn(
  { type, content, content_html, markup_version }: PostRow,
  { forum }: Pick<Context, 'forum'>,
): MarkupReference[] {
  if (type !== 'comment') return []
  const isCurrent = markup_version === forum.markup.version
  const html = isCurrent ? content_html : renderContent(forum, content).content_html
  return html === null
    ? []
    : forum.markup.references(html).filter(({ reference }) => reference === uploadedFile)
}

const cacheKey = {}

/** What is looked up, or has been, by the id of the post. */
type Lookups = Map<number, Promise<FindFile>>

/**
 * Looks up the files in posts, by one query for those whose files no call of the same request has asked for.
 * @param referencesOf the files in the text of a post.
 */
export async function findFiles(
  posts: readonly PostRow[],
  context: Context,
  referencesOf: (post: PostRow) => readonly MarkupReference[],
): Promise<(post: PostRow) => FindFile> {
  // A transaction sees its own changes.
  const isWriting = 'emit' in context
  const known = (!isWriting && (context.cache.get(cacheKey) as Lookups | undefined)) || (new Map() as Lookups)
  if (!isWriting) context.cache.set(cacheKey, known)
  const missing = posts.filter(({ id }) => !known.has(id))
  if (missing.length > 0) {
    const keys = missing.flatMap((post) => referencesOf(post).slice(0, mostFiles).map(keyOf))
    const loading = read(keys, context)
    for (const { id } of missing) known.set(id, loading)
  }
  const found = new Map<number, FindFile>()
  for (const { id } of posts) found.set(id, (await known.get(id)) ?? nothing)
  return ({ id }) => found.get(id) ?? nothing
}

/** Looks up the files in one text that is no post. */
export function findFilesOf(references: readonly MarkupReference[], context: Context): Promise<FindFile> {
  return read(references.slice(0, mostFiles).map(keyOf), context)
}

const nothing: FindFile = () => undefined

async function read(keys: readonly Key[], context: Context): Promise<FindFile> {
  const uuids = [...new Set(keys.flatMap(({ uuid }) => uuid || []))]
  const urls = [...new Set(keys.flatMap(({ url }) => url || []))]
  if (uuids.length + urls.length === 0) return nothing
  const rows = await context.db
    .selectFrom('fof_upload_files')
    .select(columns)
    .where('removing_at', 'is', null)
    .where((eb) =>
      eb.or([
        ...(uuids.length > 0 ? [eb('uuid', 'in', uuids)] : []),
        ...(urls.length > 0 ? [eb('url', 'in', urls)] : []),
      ]),
    )
    // Of two with the same address the older one counts.
    .orderBy('id', 'desc')
    .execute()
  const byUuid = new Map(rows.map((row) => [row.uuid, row]))
  const byUrl = new Map(rows.map((row) => [row.url, row]))
  const asked = new Set([...uuids, ...urls])
  return (reference) => {
    const { uuid, url } = keyOf(reference)
    return byUuid.get(uuid) ?? byUrl.get(url) ?? (asked.has(uuid || url) ? 'missing' : undefined)
  }
}
