import type { ApiError, App, StepContext } from '@parley/client'
import { asksForTags, type TagsById, withNeeded, withParents } from './choice.ts'
import { chooseForDiscussion, discussionLimits, startableTags } from './forum-tags.ts'
import { knownTagIds, loadTags, refreshTags } from './tag-list.ts'

/**
 * The choice that a writer has made in the modal, perhaps against the limits: they are not asked for it again. Where the
 * server refused one, they are asked in any case.
 */
const lastChoices = new WeakMap<App, { textId: number; ids: string | undefined }>()

/** The tags that a new discussion begins with: those that it has in any case. */
export function startingTags(app: App): readonly string[] {
  return withNeededTags(app, [])
}

/** Lets the writer choose. @returns the ids; undefined if the writer has cancelled. */
export async function chooseTags(
  app: App,
  chosen: readonly string[],
  submitLabel?: string,
): Promise<readonly string[] | undefined> {
  const options = submitLabel === undefined ? {} : { submitLabel }
  const ids = await chooseForDiscussion(app, { ...options, chosen, ability: 'startDiscussion' })
  if (ids !== undefined) remember(app, ids)
  return ids
}

/** The step before posting: asks for the tags that are missing. */
export async function askForTags({
  app,
  target,
  fields,
  change,
}: StepContext): Promise<'cancel' | undefined> {
  if (target.kind !== 'discussion') return undefined
  const given = tagIdsIn(fields.tags) ?? []
  const last = lastChoices.get(app)
  const isSameText = last?.textId === app.composer.state.textId
  if (isSameText && last.ids === keyOf(given)) return undefined
  const isUnknown = (id: string) => app.store.get('tags', id) === undefined
  // Without an answer the server decides about tags that an old draft has.
  if (given.some(isUnknown) && !(await loadTags(app).catch(() => undefined))) return undefined
  const existing = given.filter((id) => knownTagIds(app)?.includes(id) ?? true)
  const ids = withNeededTags(app, existing)
  const isRefused = isSameText && last.ids === undefined
  const chosen =
    isRefused || mustAsk(app, ids)
      ? await chooseTags(app, ids, app.t('core.forum.composer_discussion.submit_button'))
      : ids
  if (chosen === undefined) return 'cancel'
  if (chosen.join() !== given.join()) change({ tags: chosen })
  return undefined
}

/** Why the server may have refused a new discussion with these tags; undefined if they are not the reason. */
export async function explainRefusal(
  app: App,
  error: ApiError,
  ids: readonly string[],
): Promise<string | undefined> {
  if (![403, 422].includes(error.status)) return undefined
  const isCounted = error.errors.some(({ source }) => source?.pointer === '/data/relationships/tags')
  if (isCounted) lastChoices.delete(app)
  await refreshTags(app)
  const isGone = (id: string) => knownTagIds(app)?.includes(id) === false
  const isClosed = (id: string) => app.store.get('tags', id)?.canStartDiscussion === false
  const id = ids.find((id) => isGone(id) || isClosed(id))
  if (id === undefined) return undefined
  remember(app, undefined)
  const tag = app.store.get('tags', id)?.name ?? ''
  return app.t(`tags.forum.composer_discussion.tag_${isGone(id) ? 'gone' : 'closed'}_message`, { tag })
}

/** The ids that a draft has kept. */
export function tagIdsIn(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) ? value.filter((id) => typeof id === 'string') : undefined
}

function mustAsk(app: App, ids: readonly string[]): boolean {
  const limits = discussionLimits(app)
  // There is nothing to choose from, and nothing is missing.
  if (ids.length === 0 && limits.minPrimary + limits.minSecondary === 0 && startableTags(app).length === 0)
    return false
  return asksForTags(ids, storedTags(app), limits)
}

function withNeededTags(app: App, ids: readonly string[]): readonly string[] {
  const tags = storedTags(app)
  const offered = startableTags(app).map(({ id }) => id)
  return withNeeded(withParents(ids, tags), offered, tags, discussionLimits(app))
}

function storedTags({ store }: App): TagsById {
  return new Map(store.all('tags').map((tag) => [tag.id, tag]))
}

function remember(app: App, ids: readonly string[] | undefined): void {
  lastChoices.set(app, { textId: app.composer.state.textId, ids: ids && keyOf(ids) })
}

function keyOf(ids: readonly string[]): string {
  return [...ids].sort().join()
}
