import { type App, loadDocument, Observable } from '@parley/client'
import { listedFlags } from '../shared.ts'

interface FlagQueueState {
  /** The flags that stand for the listed posts, in their order; undefined until the list is loaded. */
  readonly ids: readonly string[] | undefined
  /** Posts whose flags are dismissed on screen, while that can be undone. */
  readonly pending: ReadonlySet<string>
}

/** The list of flagged posts, which the panel, the page and the posts share. */
export class FlagQueueModel extends Observable<FlagQueueState> {
  constructor() {
    super({ ids: undefined, pending: new Set() })
  }

  list(ids: readonly string[]): void {
    this.update({ ids })
  }

  /** Hides a post from the list, or shows it again. */
  setPending(postId: string, isPending: boolean): void {
    const pending = new Set(this.state.pending)
    if (isPending) pending.add(postId)
    else pending.delete(postId)
    this.update({ pending })
  }
}

const queues = new WeakMap<App, FlagQueueModel>()

/** Returns the app's list of flagged posts. */
export function flagQueueOf(app: App): FlagQueueModel {
  const queue = queues.get(app) ?? new FlagQueueModel()
  queues.set(app, queue)
  return queue
}

/** Loads the list. */
export async function loadFlags(app: App): Promise<void> {
  const { data } = await loadDocument(app, '/flags')
  showList(
    app,
    data.map(({ id }) => id),
  )
}

/** Takes over the list as the server has answered it: it has seen that the list was opened. */
export function showList(app: App, ids: readonly string[]): void {
  const { store, forum, userId } = app
  const queue = flagQueueOf(app)
  queue.list(ids)
  if (userId !== undefined) store.change('users', userId, { attributes: { newFlagCount: 0 } })
  // A longer list was cut off.
  if (forum.canViewFlags && ids.length < listedFlags)
    store.change('forums', forum.id, { attributes: { flagCount: ids.length - queue.state.pending.size } })
}

/** The post that a flag stands for; undefined if the viewer cannot see it. */
export function postIdOf({
  relationships,
}: {
  relationships: { readonly [name: string]: unknown }
}): string | undefined {
  return (relationships.post as { id: string } | undefined)?.id
}
