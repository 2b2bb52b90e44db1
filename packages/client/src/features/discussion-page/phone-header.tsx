import type { ReactNode } from 'react'
import { useRecord } from '../../base/records/use-record.ts'
import { useApp } from '../../points/app-context.ts'
import type { ReplyRefusal } from '../../points/reply-refusals.ts'
import type { PageProps } from '../../points/routes.ts'
import { useHasItems } from '../../points/slots.tsx'
import type { StoreRecord } from '../../store/record.ts'
import { Button, LinkButton } from '../../ui/buttons/Button.tsx'
import { Dropdown } from '../../ui/menus/Dropdown.tsx'
import { DiscussionMenuItems } from '../discussions/DiscussionMenu.tsx'
import { replyRefusal } from '../discussions/reply-refusal.ts'
import { type DiscussionProps, DiscussionReaderControls } from '../discussions/slots.ts'
import { replyLink } from '../posts/reply-link.ts'
import { useRefusalText } from './replying/use-refusal-text.ts'
import { discussionIdOf } from './requests.ts'

/** The discussion of a page, as far as it is known. */
export function useDiscussion({
  location,
}: Pick<PageProps, 'location'>): StoreRecord<'discussions'> | undefined {
  return useRecord('discussions', discussionIdOf(location))
}

/**
 * Phone header: the discussion's menu. Its button has the title once the page's heading is out of sight, which the
 * style sheet reads from the reading bar.
 */
export function PhoneTitle(props: PageProps): ReactNode {
  const { t, userId } = useApp()
  const discussion = useDiscussion(props)
  const isForGuests = useHasItems(DiscussionReaderControls, discussion && { discussion })
  if (discussion === undefined) return null
  const title = (
    <span className="DiscussionPage-phoneTitle" dir="auto">
      {discussion.title}
    </span>
  )
  const bareTitle = <span className="Button DiscussionPage-bareTitle">{title}</span>
  if (userId === undefined && !isForGuests) return bareTitle
  const label = (
    <>
      <span className="DiscussionPage-phoneActions">
        {t('core.forum.discussion_controls.toggle_dropdown_button')}
      </span>
      {title}
    </>
  )
  return (
    <>
      <Dropdown isEager endIcon="down" label={label}>
        <DiscussionMenuItems discussion={discussion} />
      </Dropdown>
      {bareTitle}
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
  const refusal = replyRefusal(app, discussion)
  if (refusal !== undefined) return <RefusedReply refusal={refusal} />
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

function RefusedReply({ refusal }: { refusal: ReplyRefusal }): ReactNode {
  return (
    <Button icon={refusal.icon} isIconOnly isDisabled>
      {useRefusalText(refusal)}
    </Button>
  )
}
