import { type ReactNode, useEffect, useState } from 'react'
import { useSessionUser } from '../../../base/records/use-forum.ts'
import { useApp } from '../../../points/app-context.ts'
import { useHasItems } from '../../../points/slots.tsx'
import { Avatar } from '../../../ui/identity/Avatar.tsx'
import { useHasDraft } from '../../composer/use-has-draft.ts'
import { discussionPath } from '../../discussions/discussion-path.ts'
import { replyRefusal } from '../../discussions/reply-refusal.ts'
import type { DiscussionProps } from '../../discussions/slots.ts'
import { replyLink } from '../../posts/reply-link.ts'
import { WritingForm } from '../../writing/WritingForm.tsx'
import { ReplyNotes } from '../slots.ts'
import { RefusalNote } from './RefusalNote.tsx'

/** Opens the composer for a reply, below the last post; or says why the viewer cannot reply. */
export function ReplyPlaceholder({ discussion }: DiscussionProps): ReactNode {
  const app = useApp()
  const { t } = app
  const user = useSessionUser()
  const link = replyLink(app, discussion)
  const isForm = useIsForm()
  const hasDraft = useHasDraft({ kind: 'reply', discussionId: discussion.id })
  const writeKey = hasDraft
    ? 'core.forum.post_stream.reply_draft_placeholder'
    : 'core.forum.post_stream.reply_placeholder'
  const hasNotes = useHasItems(ReplyNotes, { discussion })
  const refusal = replyRefusal(app, discussion)
  if (refusal !== undefined) {
    return (
      <div className="ReplyPlaceholder-why">
        <RefusalNote refusal={refusal} />
      </div>
    )
  }
  if (user !== undefined && isForm) {
    return (
      <WritingForm
        action={`${discussionPath(discussion)}/reply`}
        contentLabel={t('core.forum.post_stream.reply_placeholder')}
        submitLabel={t('core.forum.composer_reply.submit_button')}
      />
    )
  }
  return (
    <div className="ReplyPlaceholder">
      {user !== undefined && <Avatar user={user} />}
      <a {...link} className="ReplyPlaceholder-box Button">
        {t(user === undefined ? 'core.forum.discussion_controls.log_in_to_reply_button' : writeKey)}
      </a>
      {hasNotes && (
        <div className="ReplyPlaceholder-notes">
          <ReplyNotes discussion={discussion} />
        </div>
      )}
    </div>
  )
}

/** Whether the address asks for a reply and no script has opened the composer. */
function useIsForm(): boolean {
  const { router, boot } = useApp()
  const [isForm, setIsForm] = useState(() => router.state.entry.location?.params.near === 'reply')
  useEffect(() => {
    if (boot.form === undefined) setIsForm(false)
  }, [boot])
  return isForm
}
