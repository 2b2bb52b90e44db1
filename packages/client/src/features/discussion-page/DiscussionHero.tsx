import { type CSSProperties, type ReactNode, type Ref, useEffect } from 'react'
import { Rich } from '../../base/i18n/Rich.tsx'
import { useForum } from '../../base/records/use-forum.ts'
import { useRelated } from '../../base/records/use-record.ts'
import { useApp } from '../../points/app-context.ts'
import { appearanceOf } from '../../points/pages/appearance.ts'
import { useHasItems } from '../../points/slots.tsx'
import { Button } from '../../ui/buttons/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/Icon.tsx'
import { TimeTip } from '../../ui/menus/Tip.tsx'
import { discussionPath } from '../discussions/discussion-path.ts'
import { restoreDiscussion } from '../discussions/hide-actions.ts'
import { replyCount } from '../discussions/read-state.ts'
import { replyRefusal } from '../discussions/reply-refusal.ts'
import { DiscussionBadges, type DiscussionProps } from '../discussions/slots.ts'
import { userPath } from '../users/user-path.ts'
import { RefusalNote } from './replying/RefusalNote.tsx'
import { loadDiscussion } from './requests.ts'
import { DiscussionHeroItems, DiscussionPhoneItems } from './slots.ts'

interface DiscussionHeroProps extends DiscussionProps {
  ref?: Ref<HTMLElement>
}

/** The header of a discussion: title, author and date, and the states that readers need to know. */
export function DiscussionHero({ discussion, ref }: DiscussionHeroProps): ReactNode {
  const app = useApp()
  const { t, href } = app
  const { baseUrl } = useForum()
  const author = useRelated(discussion, 'user', 'users')
  const username =
    author === undefined ? (
      <span>{t('core.lib.username.deleted_text')}</span>
    ) : (
      <a href={href(userPath(author))}>
        <bdi>{author.displayName}</bdi>
      </a>
    )
  const refusal = replyRefusal(app, discussion)
  const { color } = appearanceOf(app, discussion)
  const hasPhoneItems = useHasItems(DiscussionPhoneItems, { discussion })
  return (
    <header
      ref={ref}
      className={classNames('DiscussionHero', color && 'has-color')}
      style={color ? ({ '--own': color } as CSSProperties) : undefined}
    >
      <DiscussionHeroItems discussion={discussion} />
      <div className="DiscussionHero-title">
        <h1>
          <bdi>{discussion.title}</bdi>
        </h1>
        <span className="Badges">
          <DiscussionBadges discussion={discussion} />
        </span>
      </div>
      {discussion.createdAt !== undefined && (
        <p className="DiscussionHero-meta">
          <Rich
            id="core.forum.discussion.started_text"
            params={{
              username,
              ago: <TimeTip value={discussion.createdAt} />,
              count: replyCount(discussion),
            }}
          />
        </p>
      )}
      {hasPhoneItems && (
        <div className="DiscussionHero-items u-phone">
          <DiscussionPhoneItems discussion={discussion} />
        </div>
      )}
      <p className="DiscussionHero-address" aria-hidden="true">
        {`${baseUrl}${discussionPath(discussion)}`}
      </p>
      {discussion.isHidden && <HiddenNote discussion={discussion} />}
      {refusal && <RefusalNote refusal={refusal} />}
    </header>
  )
}

/** Says who hid the discussion and when, with a button that restores it. */
function HiddenNote({ discussion }: DiscussionProps): ReactNode {
  const app = useApp()
  const hider = useRelated(discussion, 'hiddenUser', 'users')
  const { hiddenAt, id } = discussion
  const isHiderKnown = hider !== undefined || !discussion.relationships.hiddenUser
  useEffect(() => {
    // Most answers say that a discussion was hidden, but not by whom.
    if (hiddenAt && !hider) loadDiscussion(app, id, 'hiddenUser').catch(() => {})
  }, [app, id, hiddenAt, hider])
  const handleRestore = () => {
    // The button disappears.
    document.getElementById('content')?.focus({ preventScroll: true })
    void restoreDiscussion(app, discussion)
  }
  return (
    <p className="StateNote">
      <Icon name="eyeoff" isSmall />
      {hiddenAt && isHiderKnown && (
        <span>
          <Rich
            id="core.forum.discussion.hidden_text"
            params={{
              username: <bdi>{hider?.displayName ?? app.t('core.lib.username.deleted_text')}</bdi>,
              ago: <TimeTip value={hiddenAt} />,
            }}
          />
        </span>
      )}
      {discussion.canHide && (
        <Button variant="link" onClick={handleRestore}>
          {app.t('core.forum.discussion_controls.restore_button')}
        </Button>
      )}
    </p>
  )
}
