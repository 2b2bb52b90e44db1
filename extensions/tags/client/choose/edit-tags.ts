import { type App, changeRelations, type StoreRecord } from '@parley/client'
import { chooseForDiscussion, linkedIds, reportFaultyLimits } from './forum-tags.ts'

/** Lets the viewer choose the tags of a discussion anew. The modal stays open until the server has accepted them. */
export async function editTags(
  app: App,
  { id, title }: Pick<StoreRecord<'discussions'>, 'id' | 'title'>,
): Promise<void> {
  const { store, t } = app
  const discussion = () => store.get('discussions', id)
  const save = async (ids: readonly string[]) => {
    const current = discussion()
    if (current === undefined || isSameChoice(ids, linkedIds(current))) return
    const data = ids.map((tagId) => ({ type: 'tags', id: tagId }))
    await changeRelations(app, current, { tags: data }, t('tags.forum.choose_tags.done_message'))
  }
  try {
    await chooseForDiscussion(app, {
      title: t('tags.forum.choose_tags.edit_title', { title }),
      submitLabel: t('tags.forum.choose_tags.save_button'),
      chosen: linkedIds(discussion() ?? { relationships: {} }),
      ability: 'addToDiscussion',
      save,
    })
  } catch (error) {
    reportFaultyLimits(app, error)
  }
}

function isSameChoice(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((id) => other.includes(id))
}
