import type { Context, PostRow } from '@parley/server'
import { deleted, type MarkupReference } from '@parley/shared/markup'
import type { FileFacts } from '../../markup/facts.ts'
import { addressOf, isOwnAddress, keptAt, methodOf } from '../files/addresses.ts'
import { mayDownload } from '../rights.ts'
import { type FindFile, findFiles, findFilesOf, keyOf, type ShownFile } from './lookup.ts'

interface Use {
  post: PostRow
  reference: MarkupReference
}

/**
 * Resolves the files of a page of posts. One that was here and is gone is `deleted`. Of one that this forum does not know, and of
 * one that the reader may not get, posts show what their tags say.
 */
export async function resolveFiles(
  uses: readonly Use[],
  context: Context,
): Promise<(use: Use) => FileFacts | typeof deleted | undefined> {
  const byPost = Map.groupBy(uses, ({ post }) => post)
  const referencesOf = (post: PostRow) => (byPost.get(post) ?? []).map(({ reference }) => reference)
  const find = await findFiles([...byPost.keys()], context, referencesOf)
  return ({ post, reference }) => shownAs(find(post)(reference), reference, context)
}

/** The same for a text that is no post. */
export async function resolveFilesInText(
  references: readonly MarkupReference[],
  context: Context,
): Promise<(reference: MarkupReference) => FileFacts | typeof deleted | undefined> {
  const find = await findFilesOf(references, context)
  return (reference) => shownAs(find(reference), reference, context)
}

/** What a tag is shown from, by the file that it names. */
function shownAs(
  file: ReturnType<FindFile>,
  reference: MarkupReference,
  context: Context,
): FileFacts | typeof deleted | undefined {
  if (file === 'missing') return isElsewhere(reference, context) ? undefined : deleted
  return file && isShownTo(file, context) ? factsOf(file, context) : undefined
}

/** Whether the reader may know what a file is: of a hidden shared one only those who may download it. */
export function isShownTo({ upload_method }: ShownFile, { actor }: Context): boolean {
  return upload_method !== 'private-shared' || mayDownload(actor)
}

function isElsewhere(reference: MarkupReference, context: Context): boolean {
  const { url } = keyOf(reference)
  return url !== '' && !isOwnAddress(url, context)
}

function factsOf(file: ShownFile, context: Context): FileFacts {
  const { uuid, base_name: name, snippet, is_longer: isLonger } = file
  return { uuid, name, snippet, isLonger, url: currentAddress(file, context) }
}

/** Where a file is now: computed for files that are kept here, since the address of the forum may have changed. */
function currentAddress({ uuid, path, upload_method, url }: ShownFile, context: Context): string {
  const method = methodOf({ upload_method })
  // Without the bucket that has it, the address is the last one that is known.
  return method && path !== null && keptAt({ path, upload_method }, context)
    ? addressOf({ method, path, uuid }, context)
    : url
}
