import type { ReactNode } from 'react'
import { useT } from '../../points/app-context.ts'
import type { ButtonLook } from '../../ui/buttons/Button.tsx'
import { Dropdown } from '../../ui/menus/Dropdown.tsx'
import type { DiscussionProps } from './slots.ts'
import { DiscussionControls, DiscussionDestructiveControls, DiscussionReaderControls } from './slots.ts'

type DiscussionMenuProps = DiscussionProps & Pick<ButtonLook, 'variant' | 'isSmall'>

/**
 * The menu of a discussion. Only its items know whether they apply, so they are rendered eagerly; the style sheet
 * hides the button of an empty menu.
 */
export function DiscussionMenu({ discussion, ...look }: DiscussionMenuProps): ReactNode {
  const t = useT()
  return (
    <Dropdown
      {...look}
      isEager
      isIconOnly
      icon="more"
      align="end"
      label={t('core.forum.discussion_controls.toggle_dropdown_accessible_label')}
    >
      <DiscussionMenuItems discussion={discussion} />
    </Dropdown>
  )
}

/** The items of a discussion's menu, for a menu under another button. */
export function DiscussionMenuItems({ discussion }: DiscussionProps): ReactNode {
  return (
    <>
      <div className="Menu-group">
        <DiscussionReaderControls discussion={discussion} />
      </div>
      <div className="Menu-group">
        <DiscussionControls discussion={discussion} />
      </div>
      <div className="Menu-group">
        <DiscussionDestructiveControls discussion={discussion} />
      </div>
    </>
  )
}
