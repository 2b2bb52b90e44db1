import type { ReactNode } from 'react'
import { useApp, useT } from '../../points/app-context.ts'
import type { ComposerTarget } from '../../points/composer/composer-target.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { ComposerStatus } from './ComposerStatus.tsx'
import { ComposerTargetText } from './ComposerTarget.tsx'
import { composerTexts } from './composer-texts.ts'
import { missingField } from './fields/field-states.ts'
import type { ComposerSubmission } from './sending/use-submit.ts'
import { useComposer } from './use-composer.ts'

interface ComposerHeaderProps {
  target: ComposerTarget
  isPreviewOnly: boolean
  onPreview: () => void
  submission: ComposerSubmission
}

/** The target, and buttons for the positions. On phones also the submit button. */
export function ComposerHeader({
  target,
  isPreviewOnly,
  onPreview,
  submission,
}: ComposerHeaderProps): ReactNode {
  const app = useApp()
  const { t } = app
  const { composer, state } = useComposer()
  const close = () => composer.close()
  const closeLabel = useCloseLabel(target)
  if (state.position === 'minimized')
    return <MinimizedHeader target={target} closeLabel={closeLabel} onClose={close} />
  const isFullScreen = state.position === 'fullScreen'
  const isBlocked = missingField(app, target, state.fields) !== undefined
  return (
    <header className="Composer-header">
      <Button icon="close" isIconOnly className="u-phone" onClick={close}>
        {closeLabel}
      </Button>
      <ComposerTargetText target={target} />
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
        {closeLabel}
      </Button>
      <Button
        variant="primary"
        className="u-phone"
        isLoading={state.isSending || submission.isPreparing}
        isDisabled={isBlocked}
        onClick={submission.submit}
      >
        {composerTexts(t, target).shortSubmit}
      </Button>
    </header>
  )
}

/** Name of the button that closes the composer: says whether that deletes a text. */
function useCloseLabel({ kind }: ComposerTarget): string {
  const t = useT()
  const { composer, state } = useComposer()
  const isDeleting = composer.hasUnsavedChanges && !state.isSending
  return isDeleting
    ? t('core.forum.composer.discard_tooltip', { kind })
    : t('core.forum.composer.close_tooltip')
}

interface MinimizedHeaderProps {
  target: ComposerTarget
  closeLabel: string
  onClose: () => void
}

/** A bar at the bottom of the window. A click anywhere on it opens the composer again. */
function MinimizedHeader({ target, closeLabel, onClose }: MinimizedHeaderProps): ReactNode {
  const t = useT()
  const { composer } = useComposer()
  return (
    <header className="Composer-header">
      <ComposerTargetText target={target} />
      <ComposerStatus />
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
        {closeLabel}
      </Button>
    </header>
  )
}
