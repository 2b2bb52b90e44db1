import { RequestCache } from '../../../infrastructure/request-cache.ts'
import type { Context } from '../../../points/context/context.ts'

const told = new RequestCache<number>()

/** Id of the post whose `post.created` is being told in this transaction. */
export function newPostOf(context: Context): number | undefined {
  return told.get(context)
}

/** Runs `work` as what follows from a new post. */
export async function whileNew(context: Context, postId: number, work: () => Promise<void>): Promise<void> {
  told.set(context, postId)
  await work()
  told.clear(context)
}
