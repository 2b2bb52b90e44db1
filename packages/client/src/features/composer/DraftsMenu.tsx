import { type ReactNode, useEffect, useState } from 'react'
import type { ListedDraft } from '../../base/composer/drafts.ts'
import { useObservable } from '../../base/use-observable.ts'
import { useApp } from '../../points/app-context.ts'
import { Dropdown } from '../../ui/menus/Dropdown.tsx'
import { MenuItem, MenuSeparator } from '../../ui/menus/Menu.tsx'
import { useStart } from '../discussions/index-page/start.ts'
import { draftTitle } from '../drafts/draft-texts.ts'

/** Drafts in the menu; the page has all of them. */
const shownDrafts = 5

/** The composer's menu of drafts: another text in its place, or a new discussion. */
export function DraftsMenu(): ReactNode {
  const { t, composer } = useApp()
  const { count } = useObservable(composer.drafts)
  return (
    <Dropdown
      align="end"
      variant="quiet"
      isSmall
      endIcon="up"
      className="Composer-drafts"
      label={
        <>
          {t('core.forum.drafts.title')} {count > 0 && <span className="tabular">{count}</span>}
        </>
      }
    >
      <DraftsMenuItems />
    </Dropdown>
  )
}

function DraftsMenuItems(): ReactNode {
  const { t, composer, href } = useApp()
  const start = useStart()
  const drafts = useOtherDrafts()
  return (
    <>
      {drafts.map((draft) => (
        <MenuItem
          key={draft.key}
          icon={draft.target.kind === 'reply' ? 'reply' : 'edit'}
          onSelect={() => void composer.openDraftOf(draft.key)}
        >
          <span className="Composer-draft">
            <span dir="auto">{draftTitle(t, draft)}</span>
            <small>{t(`core.forum.drafts.${draft.target.kind}_text`)}</small>
          </span>
        </MenuItem>
      ))}
      {drafts.length > 0 && <MenuSeparator />}
      {start.isAllowed && (
        <MenuItem
          icon="post"
          onSelect={() => void composer.open({ kind: 'discussion' }, { fields: start.fields, isNew: true })}
        >
          {t('core.forum.drafts.new_discussion_button')}
        </MenuItem>
      )}
      <MenuItem icon="list" href={href('/drafts')}>
        {t('core.forum.drafts.all_button')}
      </MenuItem>
    </>
  )
}

/** The latest drafts that no tab holds. */
function useOtherDrafts(): readonly ListedDraft[] {
  const { composer } = useApp()
  const [drafts, setDrafts] = useState<readonly ListedDraft[]>([])
  const state = useObservable(composer.drafts)
  useEffect(() => {
    let hasEnded = false
    void state
    void composer.drafts.list().then((all) => {
      if (!hasEnded) setDrafts(all.filter(({ isHeld }) => !isHeld).slice(0, shownDrafts))
    })
    return () => {
      hasEnded = true
    }
  }, [composer, state])
  return drafts
}
