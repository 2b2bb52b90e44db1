import { offerUndo } from '../../base/alerts.ts'
import type { App } from '../../points/app.ts'
import type { StoreRecord } from '../../store/record.ts'
import { type Relations, saveDiscussion } from './actions.ts'

/**
 * Changes relations of a discussion, after the server has accepted that, and offers to restore the former ones. The
 * discussion's open page loads the event posts about the change.
 * @param done what to say when it is done ('Tags changed.').
 * @param from what the choice began from, of relations that refuse conflicts.
 * @throws ApiError when the server refuses it: 409 if another has changed what it began from.
 */
export async function changeRelations(
  app: App,
  discussion: StoreRecord<'discussions'>,
  relations: Relations,
  done: string,
  from?: Relations,
): Promise<void> {
  const linked = (record: StoreRecord<'discussions'>): Relations =>
    Object.fromEntries(Object.keys(relations).map((name) => [name, record.relationships[name] ?? []]))
  const former = { ...linked(discussion), ...from }
  const current = () => app.store.get('discussions', discussion.id) ?? discussion
  await saveDiscussion(app, discussion, { relations, from }, false)
  const changed = from && linked(current())
  offerUndo(app, done, () => saveDiscussion(app, current(), { relations: former, from: changed }, false))
}
