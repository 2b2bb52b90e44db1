import type { CollectionDocument, WholeList } from '@parley/shared'
import type { Context } from '../../../points/context/context.ts'
import type { IndexEndpoint } from '../../../points/resources/endpoints.ts'
import type { Resource } from '../../../points/resources/resources.ts'
import { pageLinks } from '../links.ts'
import { listRows } from '../lists/list.ts'
import { type IncludeTree, parseFields, type Query } from '../query.ts'
import { serialize } from '../serialize.ts'
import { StreamedDocument } from '../streamed.ts'

/** A request to a list. */
export interface ListCall {
  query: Query
  tree: IncludeTree
  /** The absolute address of the list, without query. */
  url: string
  /** The list of the resource itself by default. */
  endpoint?: IndexEndpoint
  /** Further members of `meta`. */
  meta?: object
}

/** Makes the document of a page of a list, or of a whole list, with what the actor may see. */
export async function listDocument(
  context: Context,
  resource: Resource,
  { query, tree, url, endpoint = resource.endpoints.index, meta }: ListCall,
): Promise<CollectionDocument | WholeList | StreamedDocument> {
  const listed = await listRows(context, resource, query, endpoint)
  const primary = { resource, rows: listed.rows, form: endpoint?.form ?? 'full' }
  const { data, included, streamed } = await serialize(context, primary, tree, parseFields(query.fields))
  const { suggestion, unknown } = listed
  const document = {
    ...(!listed.isWhole && { links: pageLinks({ ...listed, url, query }) }),
    data,
    ...(included.length > 0 && { included }),
    ...((meta || suggestion !== undefined || unknown) && {
      meta: { ...meta, ...(suggestion !== undefined && { suggestion }), ...(unknown && { unknown }) },
    }),
  }
  return streamed ? new StreamedDocument(document, streamed) : document
}
