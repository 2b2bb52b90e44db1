import { offerUndo } from '../../base/alerts.ts'
import type { App } from '../../points/app.ts'
import type { StoreRecord } from '../../store/record.ts'
import { type Relations, saveDiscussion } from './actions.ts'

/**
 * Changes relations of a discussion, after the server has accepted that, and offers to restore the former ones. The
 * discussion's open page loads the event posts about the change.
 * @param done what to say when it is done ('Tags changed.'). @throws ApiError when the server refuses it.
 */
export async function changeRelations(
  app: App,
  discussion: StoreRecord<'discussions'>,
  relations: Relations,
  done: string,
): Promise<void> {
  const former = Object.keys(relations).map((name) => [name, discussion.relationships[name] ?? []])
  await saveDiscussion(app, discussion, {}, false, relations)
  offerUndo(app, done, () => {
    const current = app.store.get('discussions', discussion.id) ?? discussion
    return saveDiscussion(app, current, {}, false, Object.fromEntries(former))
  })
}
