import type { ResourceDocument } from '@parley/shared'
import type { ReactNode } from 'react'
import { useRecord } from '../../base/records/use-record.ts'
import { useApp } from '../../points/app-context.ts'
import type { PageProps } from '../../points/routes.ts'
import type { StoreRecord } from '../../store/record.ts'
import { Button, LinkButton } from '../../ui/buttons/Button.tsx'
import { Dropdown } from '../../ui/menus/Dropdown.tsx'
import { DiscussionMenuItems } from '../discussions/DiscussionMenu.tsx'
import type { DiscussionProps } from '../discussions/slots.ts'
import { replyLink } from '../posts/reply-link.ts'

/** The discussion in a page's documents. */
export function useDiscussion({
  documents,
}: Pick<PageProps, 'documents'>): StoreRecord<'discussions'> | undefined {
  const [document] = documents as readonly [ResourceDocument]
  return useRecord('discussions', document.data.id)
}

/** Phone header: the title with the discussion's menu. */
export function PhoneTitle(props: PageProps): ReactNode {
  const { userId } = useApp()
  const discussion = useDiscussion(props)
  if (discussion === undefined) return null
  const title = <span>{discussion.title}</span>
  if (userId === undefined) return <span className="Button">{title}</span>
  return (
    <>
      <Dropdown isEager endIcon="down" label={title}>
        <DiscussionMenuItems discussion={discussion} />
      </Dropdown>
      <span className="Button DiscussionPage-bareTitle" aria-hidden="true">
        {title}
      </span>
    </>
  )
}

/** Phone header: the button for a reply. */
export function PhoneAction(props: PageProps): ReactNode {
  const discussion = useDiscussion(props)
  return discussion === undefined ? null : <PhoneReply discussion={discussion} />
}

function PhoneReply({ discussion }: DiscussionProps): ReactNode {
  const app = useApp()
  const { t, userId } = app
  const link = replyLink(app, discussion)
  if (userId !== undefined && !discussion.canReply) {
    return (
      <Button icon="reply" isDirectional isIconOnly isDisabled>
        {t('core.forum.discussion_controls.cannot_reply_button')}
      </Button>
    )
  }
  return (
    <LinkButton {...link} icon="reply" isDirectional isIconOnly>
      {t(
        userId === undefined
          ? 'core.forum.discussion_controls.log_in_to_reply_button'
          : 'core.forum.discussion_controls.reply_button',
      )}
    </LinkButton>
  )
}
