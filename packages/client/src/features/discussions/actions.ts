import { buildQuery, type Linkage } from '@parley/shared'
import { alertOnError, offerUndo } from '../../base/alerts.ts'
import { delayWrite } from '../../base/delayed-write.ts'
import type { App } from '../../points/app.ts'
import { includesOf } from '../../points/pages/includes.ts'
import type { StoreRecord } from '../../store/record.ts'
import { saveResource } from '../../store/resources.ts'
import { lateNumbers } from './read-state.ts'

type Discussion = StoreRecord<'discussions'>

/** Marks a discussion as read to its end: the page shows that at once, and offers to undo it before it is sent. */
export function markAsRead(app: App, discussion: Discussion): void {
  const { id, lastPostNumber: lastReadPostNumber } = discussion
  const undo = app.store.change('discussions', id, { attributes: { lastReadPostNumber, lateUnread: [] } })
  const attributes = { lateReadNumbers: lateNumbers(discussion), lastReadPostNumber }
  delayWrite(app, {
    done: app.t('core.forum.discussion_list.marked_as_read_message'),
    send: () => saveReadState(app, id, attributes, undo),
    undo,
    isSentOnNavigation: true,
  })
}

async function saveReadState(app: App, id: string, attributes: object, undo: () => void): Promise<void> {
  // The page shows the change already, so nothing else changes until the answer; the request outlives the page.
  const optimistic = { attributes: {} }
  const save = () => saveResource(app, { type: 'discussions', id }, { attributes }, { optimistic })
  if (!(await alertOnError(app, save))) undo()
}

/**
 * Changes a discussion, optimistically; an error undoes the change and shows an alert. The discussion's open page
 * loads the event posts about the change.
 * @param done what to say when it is done ('Discussion locked.'), with a button that restores the former values.
 */
export async function changeDiscussion(
  app: App,
  discussion: Discussion,
  attributes: Partial<Discussion>,
  done?: string,
): Promise<void> {
  const isDone = await alertOnError(app, () => saveDiscussion(app, discussion, { attributes }, true))
  if (isDone && done !== undefined) offerFormerValues(app, discussion, attributes, done)
}

/** Offers to restore the values that some attributes of a discussion had. */
function offerFormerValues(
  app: App,
  discussion: Discussion,
  changed: Partial<Discussion>,
  done: string,
): void {
  const names = Object.keys(changed) as (keyof Discussion)[]
  const former = Object.fromEntries(names.map((name) => [name, discussion[name]])) as Partial<Discussion>
  const undo = () => {
    const current = app.store.get('discussions', discussion.id) ?? discussion
    return saveDiscussion(app, current, { attributes: former }, true)
  }
  offerUndo(app, done, undo, discussion)
}

/** Relations of a record, as in JSON:API. */
export type Relations = Readonly<Record<string, Linkage>>

/** Changes of a discussion. */
interface DiscussionChanges {
  attributes?: Partial<Discussion>
  relations?: Relations
  /** What the editor began from: 409 if another has changed it since. */
  from?: Readonly<Record<string, unknown>> | undefined
}

/** Changes a discussion, and tells its open page. @throws ApiError when the server refuses it. */
export async function saveDiscussion(
  app: App,
  discussion: Discussion,
  { attributes = {}, relations = {}, from }: DiscussionChanges,
  optimistic: boolean,
): Promise<void> {
  // Requests all loaded fields, but not the list of posts, which is as long as the discussion.
  const { type: _, id: __, relationships: ___, ...loaded } = discussion
  const include = [...new Set([...includesOf(app, { discussions: '' }, []), ...Object.keys(relations)])]
  const fields = { discussions: [...Object.keys({ ...loaded, ...attributes }), ...include].join() }
  const links = Object.entries(relations).map(([name, data]) => [name, { data }])
  await saveResource(
    app,
    discussion,
    {
      attributes,
      ...(links.length > 0 && { relationships: Object.fromEntries(links) }),
      ...(from && { meta: { from } }),
    },
    { optimistic, query: buildQuery({ fields, include: include.length > 0 ? include : undefined }) },
  )
  app.changes.notify(discussion)
}

/**
 * Renames a discussion, and offers to undo that. An empty or unchanged title sends no request.
 * @param from the title that the renaming began from. @returns whether the title changed.
 * @throws ApiError when the server refuses it: 409 if another has renamed it since.
 */
export async function renameDiscussion(
  app: App,
  discussion: Discussion,
  title: string,
  from = discussion.title,
): Promise<boolean> {
  const newTitle = title.trim()
  if (newTitle === '' || newTitle === from) return false
  await saveDiscussion(app, discussion, { attributes: { title: newTitle }, from: { title: from } }, false)
  const current = () => app.store.get('discussions', discussion.id) ?? discussion
  const renamed = current().title
  const undo = () =>
    saveDiscussion(app, current(), { attributes: { title: from }, from: { title: renamed } }, true)
  offerUndo(app, app.t('core.forum.rename_discussion.done_message'), undo, discussion)
  return true
}
