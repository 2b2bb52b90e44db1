import type { ReactNode } from 'react'
import { useApp } from '../../points/app-context.ts'
import { useHasItems } from '../../points/slots.tsx'
import { Dropdown } from '../../ui/menus/Dropdown.tsx'
import { PostControls, PostDestructiveControls, type PostProps, PostReaderControls } from './slots.ts'

/**
 * The menu of a post, for logged-in users, and for guests where extensions add items for readers. Only its items know
 * whether they apply, so they are rendered eagerly; the style sheet hides the button of an empty menu.
 */
export function PostMenu({ post }: PostProps): ReactNode {
  const { t, userId } = useApp()
  const isForGuests = useHasItems(PostReaderControls, { post })
  if (userId === undefined && !isForGuests) return null
  return (
    <Dropdown
      isEager
      isIconOnly
      isSmall
      variant="quiet"
      icon="more"
      align="end"
      label={t('core.forum.post_controls.toggle_dropdown_accessible_label')}
    >
      {isForGuests && (
        <div className="Menu-group">
          <PostReaderControls post={post} />
        </div>
      )}
      {userId !== undefined && (
        <>
          <div className="Menu-group">
            <PostControls post={post} />
          </div>
          <div className="Menu-group">
            <PostDestructiveControls post={post} />
          </div>
        </>
      )}
    </Dropdown>
  )
}
