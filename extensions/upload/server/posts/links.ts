import type { Context, Extension, PostRow, WriteContext } from '@parley/server'
import { sql } from 'kysely'
import { bucketAddress, downloadAddress, publicAddresses } from '../files/addresses.ts'
import { filesIn } from './lookup.ts'

/** Addresses and tags of one post that are looked at. */
const mostUses = 500

const addresses = /https?:\/\/[^\s<>"'[\](){}|\\^`]{1,900}/gi
/** What may stand behind an address and belongs to the sentence. */
const ending = /[.,;:!?*_~]+$/

/** Keeps which files the text of a post uses, in the transaction that changes the text. */
export const linkListeners: NonNullable<Extension['on']> = {
  'post.created': ({ post }, context) => follow(post, context, true),
  'post.edited': ({ post }, context) => follow(post, context, false),
}

async function follow(post: PostRow, context: WriteContext, isNew: boolean): Promise<void> {
  if (post.type !== 'comment') return
  const fileIds = await filesUsedIn(post, context)
  if (isNew && fileIds.length === 0) return
  const { db } = context
  await db
    .deleteFrom('fof_upload_file_posts')
    .where('post_id', '=', post.id)
    .$if(fileIds.length > 0, (query) => query.where('file_id', 'not in', fileIds))
    .execute()
  if (fileIds.length === 0) return
  await db
    .insertInto('fof_upload_file_posts')
    .values(fileIds.map((file_id) => ({ file_id, post_id: post.id })))
    .onConflict((conflict) => conflict.columns(['file_id', 'post_id']).doNothing())
    .execute()
}

/** Ids of the files that a post uses. They are not deleted before the transaction ends. */
async function filesUsedIn(post: PostRow, context: WriteContext): Promise<number[]> {
  const { uuids, paths, urls } = usesIn(post, context)
  if (uuids.length + paths.length + urls.length === 0) return []
  const { dialect } = context.forum.database
  const rows = await context.db
    .selectFrom('fof_upload_files')
    .select('id')
    .where('removing_at', 'is', null)
    .where((eb) =>
      eb.or([
        ...(uuids.length > 0 ? [eb('uuid', 'in', uuids)] : []),
        ...(paths.length > 0 ? [eb('path', 'in', paths)] : []),
        ...(urls.length > 0 ? [eb('url', 'in', urls)] : []),
      ]),
    )
    .orderBy('id')
    .modifyEnd(dialect.locksRows ? sql`for key share` : sql``)
    .execute()
  return rows.map(({ id }) => id)
}

interface Uses {
  uuids: string[]
  /** Of files that are kept here: their addresses change when they are hidden. */
  paths: string[]
  /** Of all that do not begin as those on the disk of the forum do. */
  urls: string[]
}

/** The files that a text may use: those of its tags, and every address in it. */
function usesIn(post: PostRow, context: Context): Uses {
  const [own, download] = [publicAddresses(context), downloadAddress(context)]
  const bucket = bucketAddress(context)
  const [uuids, paths, urls] = [new Set<string>(), new Set<string>(), new Set<string>()]
  for (const { id } of filesIn(post, context).slice(0, mostUses)) if (id !== '') uuids.add(id)
  const seen = new Set<string>()
  for (const [address] of post.content.matchAll(addresses)) {
    if (seen.has(address)) continue
    if (seen.size === mostUses) break
    seen.add(address)
    for (const url of new Set([address, address.replace(ending, '')])) {
      const start = own.find((one) => url.startsWith(one))
      if (start !== undefined) paths.add(url.slice(start.length))
      else if (url.startsWith(download)) uuids.add(url.slice(download.length).split('/', 1)[0] ?? '')
      else {
        urls.add(url)
        if (bucket !== undefined && url.startsWith(bucket)) paths.add(url.slice(bucket.length))
      }
    }
  }
  return { uuids: [...uuids], paths: [...paths], urls: [...urls] }
}
