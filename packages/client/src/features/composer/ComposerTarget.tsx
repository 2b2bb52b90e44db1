import type { ReactNode } from 'react'
import { Rich } from '../../base/i18n/Rich.tsx'
import { useRecord, useRelated } from '../../base/records/use-record.ts'
import { useApp, useT } from '../../points/app-context.ts'
import type { ComposerTarget } from '../../points/composer/composer-target.ts'
import { ComposerContext } from './slots.ts'
import { useComposer } from './use-composer.ts'

/** Says in the header what the composer writes. */
export function ComposerTargetText({ target }: { target: ComposerTarget }): ReactNode {
  return (
    <p className="Composer-context">
      {target.kind === 'discussion' && <StartContext />}
      {target.kind === 'reply' && <ReplyContext discussionId={target.discussionId} />}
      {target.kind === 'edit' && <EditContext postId={target.postId} />}
      <ComposerContext target={target} />
    </p>
  )
}

/** The title in a minimized composer, which has no field for it. */
function StartContext(): ReactNode {
  const t = useT()
  const { position, fields } = useComposer().state
  const title = fields.title.trim()
  if (position !== 'minimized' || title === '') return t('core.forum.composer_discussion.title')
  return <b dir="auto">{title}</b>
}

function ReplyContext({ discussionId }: { discussionId: string }): ReactNode {
  const discussion = useRecord('discussions', discussionId)
  const { subject } = useComposer().state
  return (
    <Rich
      id="core.forum.composer_reply.context_text"
      params={{
        discussion: discussion?.title ?? subject?.title ?? '',
        label: (text) => <span className="Composer-label">{text}</span>,
        title: (text) => <b dir="auto">{text}</b>,
      }}
    />
  )
}

function EditContext({ postId }: { postId: string }): ReactNode {
  const { href } = useApp()
  const t = useT()
  const { subject } = useComposer().state
  const post = useRecord('posts', postId)
  const discussion = useRelated(post, 'discussion', 'discussions')
  const number = post?.number ?? subject?.postNumber
  const title = discussion?.title ?? subject?.title
  if (number === undefined || title === undefined) return t('core.forum.composer_edit.title')
  const text = t('core.forum.composer_edit.post_link', { number, discussion: title })
  return discussion === undefined ? text : <a href={href(`/d/${discussion.slug}/${number}`)}>{text}</a>
}
