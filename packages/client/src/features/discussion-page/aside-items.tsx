import type { ReactNode } from 'react'
import { useApp } from '../../points/app-context.ts'
import type { ReplyRefusal } from '../../points/reply-refusals.ts'
import { Button, LinkButton } from '../../ui/buttons/Button.tsx'
import { Dropdown } from '../../ui/menus/Dropdown.tsx'
import { DiscussionMenu, DiscussionMenuItems } from '../discussions/DiscussionMenu.tsx'
import { replyRefusal } from '../discussions/reply-refusal.ts'
import type { DiscussionProps } from '../discussions/slots.ts'
import { replyLink } from '../posts/reply-link.ts'
import { useKnownPage } from './page-context.ts'
import { useRefusalText } from './replying/use-refusal-text.ts'
import { Scrubber, ScrubberSkeleton } from './scrubber/Scrubber.tsx'

/** The button for a reply; disabled if the viewer cannot reply. */
export function ReplyItem({ discussion }: DiscussionProps): ReactNode {
  const app = useApp()
  const { t, userId } = app
  const link = replyLink(app, discussion)
  const refusal = replyRefusal(app, discussion)
  if (refusal !== undefined) return <RefusedReply refusal={refusal} />
  const key =
    userId === undefined
      ? 'core.forum.discussion_controls.log_in_to_reply_button'
      : 'core.forum.discussion_controls.reply_button'
  return (
    <LinkButton {...link} variant="primary" icon="reply" isDirectional>
      {t(key)}
    </LinkButton>
  )
}

function RefusedReply({ refusal }: { refusal: ReplyRefusal }): ReactNode {
  const { t } = useApp()
  return (
    <Button variant="primary" isDisabled icon={refusal.icon} data-tooltip={useRefusalText(refusal)}>
      {t(refusal.label)}
    </Button>
  )
}

/** The discussion's menu, the same as in lists. */
export function ControlsItem({ discussion }: DiscussionProps): ReactNode {
  const { t } = useApp()
  return (
    <Dropdown
      isEager
      isBlock
      variant="quiet"
      icon="more"
      align="end"
      label={t('core.forum.discussion_controls.toggle_dropdown_button')}
    >
      <DiscussionMenuItems discussion={discussion} />
    </Dropdown>
  )
}

/** The same menu in the reading bar. */
export function BarControlsItem({ discussion }: DiscussionProps): ReactNode {
  return <DiscussionMenu discussion={discussion} variant="quiet" />
}

export function ScrubberItem({ discussion }: DiscussionProps): ReactNode {
  return useKnownPage() === undefined ? <ScrubberSkeleton /> : <Scrubber discussion={discussion} />
}
