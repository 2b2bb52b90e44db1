import { type App, loadDocument } from '@parley/client'
import { buildQuery, type CollectionDocument } from '@parley/shared'

/** Who has reacted to a post with one type, the first ones first. */
export interface Reactors {
  /** Ids of the reactions, whose users are in the store. */
  ids: readonly string[]
  /** Where the next ones begin; undefined at the end. */
  after: string | undefined
}

/** Loads a part of those who have reacted to a post with a type. @throws ApiError */
export async function loadReactors(
  app: Pick<App, 'api' | 'store'>,
  { postId, typeId }: { postId: string; typeId: string },
  limit: number,
  after?: string,
): Promise<Reactors> {
  const page = { limit, ...(after !== undefined && { after }) }
  const path = `/posts/${postId}/reactions?${buildQuery({ filter: { reaction: typeId }, include: ['user'], page })}`
  const { data, meta } = await loadDocument<CollectionDocument & { meta?: { after?: string } }>(
    app,
    path,
    undefined,
    { isBackground: true },
  )
  return { ids: data.map(({ id }) => id), after: meta?.after }
}
