import type { ReactNode } from 'react'
import type { ComposerTarget } from '../../base/composer/composer-target.ts'
import { Rich } from '../../base/i18n/Rich.tsx'
import { useRecord, useRelated } from '../../base/records/use-record.ts'
import { useApp, useT } from '../../points/app-context.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { ComposerStatus } from './ComposerStatus.tsx'
import { composerTexts, missingField } from './composer-texts.ts'
import { ComposerContext } from './slots.ts'
import { useComposer } from './use-composer.ts'

interface ComposerHeaderProps {
  target: ComposerTarget
  isPreviewOnly: boolean
  onPreview: () => void
  onSubmit: () => void
}

/** The target, and buttons for the positions. On phones also the submit button. */
export function ComposerHeader({
  target,
  isPreviewOnly,
  onPreview,
  onSubmit,
}: ComposerHeaderProps): ReactNode {
  const t = useT()
  const { composer, state } = useComposer()
  const close = () => void composer.close()
  if (state.position === 'minimized') return <MinimizedHeader target={target} onClose={close} />
  const isFullScreen = state.position === 'fullScreen'
  return (
    <header className="Composer-header">
      <Button icon="close" isIconOnly className="u-phone" onClick={close}>
        {t('core.forum.composer.close_tooltip')}
      </Button>
      <Context target={target} />
      <Button
        icon={isPreviewOnly ? 'edit' : 'eye'}
        variant="quiet"
        isIconOnly
        isSmall
        className="Composer-previewToggle"
        aria-pressed={isPreviewOnly}
        onClick={onPreview}
      >
        {t('core.forum.composer.preview_tooltip')}
      </Button>
      <Button icon="minus" variant="quiet" isIconOnly isSmall onClick={() => composer.minimize()}>
        {t('core.forum.composer.minimize_tooltip')}
      </Button>
      <Button
        icon={isFullScreen ? 'shrink' : 'expand'}
        variant="quiet"
        isIconOnly
        isSmall
        className="u-wide"
        onClick={() => composer.toggleFullScreen()}
      >
        {t(
          isFullScreen
            ? 'core.forum.composer.exit_full_screen_tooltip'
            : 'core.forum.composer.full_screen_tooltip',
        )}
      </Button>
      <Button icon="close" variant="quiet" isIconOnly isSmall className="u-wide" onClick={close}>
        {t('core.forum.composer.close_tooltip')}
      </Button>
      <Button
        variant="primary"
        className="u-phone"
        isLoading={state.isSending}
        isDisabled={missingField(target, state.fields) !== undefined}
        onClick={onSubmit}
      >
        {composerTexts(t, target).shortSubmit}
      </Button>
    </header>
  )
}

/** A bar at the bottom of the window. A click anywhere on it opens the composer again. */
function MinimizedHeader({ target, onClose }: { target: ComposerTarget; onClose: () => void }): ReactNode {
  const t = useT()
  const { composer } = useComposer()
  return (
    <header className="Composer-header">
      <Context target={target} />
      <ComposerStatus target={target} />
      <Button
        icon="up"
        variant="quiet"
        isIconOnly
        isSmall
        className="Composer-open"
        onClick={() => composer.expand()}
      >
        {t('core.forum.composer.expand_tooltip')}
      </Button>
      <Button icon="close" variant="quiet" isIconOnly isSmall className="Composer-close" onClick={onClose}>
        {t('core.forum.composer.close_tooltip')}
      </Button>
    </header>
  )
}

function Context({ target }: { target: ComposerTarget }): ReactNode {
  return (
    <p className="Composer-context">
      {target.kind === 'discussion' && <StartContext />}
      {target.kind === 'reply' && <ReplyContext discussionId={target.discussionId} />}
      {target.kind === 'edit' && <EditContext postId={target.postId} />}
      <ComposerContext target={target} />
    </p>
  )
}

function StartContext(): ReactNode {
  return useT()('core.forum.composer_discussion.title')
}

function ReplyContext({ discussionId }: { discussionId: string }): ReactNode {
  const discussion = useRecord('discussions', discussionId)
  return (
    <Rich
      id="core.forum.composer_reply.context_text"
      params={{
        discussion: discussion?.title ?? '',
        label: (text) => <span className="Composer-label">{text}</span>,
        title: (text) => <b dir="auto">{text}</b>,
      }}
    />
  )
}

function EditContext({ postId }: { postId: string }): ReactNode {
  const { href } = useApp()
  const t = useT()
  const post = useRecord('posts', postId)
  const discussion = useRelated(post, 'discussion', 'discussions')
  if (post === undefined || discussion === undefined) return t('core.forum.composer_edit.title')
  return (
    <a href={href(`/d/${discussion.slug}/${post.number}`)}>
      {t('core.forum.composer_edit.post_link', { number: post.number, discussion: discussion.title })}
    </a>
  )
}
