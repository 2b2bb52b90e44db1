import { type App, changeRelations, conflictIn, type StoreRecord } from '@parley/client'
import type { Identifier } from '@parley/shared'
import { chooseForDiscussion, linkedIds, reportFaultyLimits } from './forum-tags.ts'

/** Lets the viewer choose the tags of a discussion anew. The modal stays open until the server has accepted them. */
export async function editTags(
  app: App,
  { id, title }: Pick<StoreRecord<'discussions'>, 'id' | 'title'>,
): Promise<void> {
  const { store, t } = app
  const discussion = () => store.get('discussions', id)
  let from = linkedIds(discussion() ?? { relationships: {} })
  const save = async (ids: readonly string[]) => {
    const current = discussion()
    if (current === undefined || isSameChoice(ids, from)) return
    const [chosen, before] = [identifiers(ids), identifiers(from)]
    await changeRelations(app, current, chosen, t('tags.forum.choose_tags.done_message'), before)
  }
  // The next attempt replaces what another has chosen meanwhile: the viewer has read it by then.
  const explain = (error: unknown) => {
    const conflict = conflictIn(error, 'tags')
    if (conflict === undefined) return undefined
    from = linkedIds({ relationships: { tags: conflict.current as Identifier[] } })
    const names = from.map((tagId) => store.get('tags', tagId)?.name ?? '')
    const tags = new Intl.ListFormat(app.translator.locale).format(names)
    return t('tags.forum.choose_tags.changed_message', { isEmpty: String(names.length === 0), tags })
  }
  try {
    await chooseForDiscussion(app, {
      title: t('tags.forum.choose_tags.edit_title', { title }),
      submitLabel: t('tags.forum.choose_tags.save_button'),
      chosen: from,
      ability: 'addToDiscussion',
      save,
      explain,
    })
  } catch (error) {
    reportFaultyLimits(app, error)
  }
}

function identifiers(ids: readonly string[]) {
  return { tags: ids.map((id) => ({ type: 'tags', id })) }
}

function isSameChoice(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((id) => other.includes(id))
}
