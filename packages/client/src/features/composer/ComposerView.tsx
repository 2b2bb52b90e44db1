import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { useT } from '../../points/app-context.ts'
import { classNames } from '../../ui/class-names.ts'
import { ComposerEditor } from './ComposerEditor.tsx'
import { ComposerFooter } from './ComposerFooter.tsx'
import { ComposerHeader } from './ComposerHeader.tsx'
import { composerTexts } from './composer-texts.ts'
import { isComposing } from './editor/is-composing.ts'
import { useSubmit } from './sending/use-submit.ts'
import { useFileDrop } from './uploads/use-file-drop.ts'
import { useUploadsUnload } from './uploads/use-uploads-unload.ts'
import { useComposer } from './use-composer.ts'
import { ResizeHandle } from './window/ResizeHandle.tsx'
import { useComposerColumn } from './window/use-composer-column.ts'
import { useComposerFocus } from './window/use-composer-focus.ts'
import { useComposerHeight } from './window/use-composer-height.ts'
import { coversPage, useComposerViewport } from './window/use-composer-viewport.ts'
import { useLeaving } from './window/use-leaving.ts'

/** The composer's component. Loaded on first use, with the renderer of the preview. */
export function ComposerView(): ReactNode {
  const t = useT()
  const { composer, state } = useComposer()
  const { position, target, textId } = state
  const section = useRef<HTMLElement>(null)
  const [previewedId, setPreviewedId] = useState<number>()
  const isPreviewOnly = previewedId === textId
  const height = useComposerHeight()
  const submission = useSubmit(section)
  useComposerColumn(section)
  useComposerFocus(section, position, textId)
  useComposerViewport(section, position)
  useLeaving()
  useUploadsUnload()
  const isDropping = useFileDrop(section)
  if (target === undefined) return null

  const isMinimized = position === 'minimized'
  const handleKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      submission.submit()
    } else if (event.key === 'Escape' && !isMinimized && !event.defaultPrevented && !hasPopover()) {
      // On phones no position is smaller than full screen but the bar.
      if (position === 'fullScreen' && !coversPage('normal')) composer.toggleFullScreen()
      else composer.minimize()
    }
  }
  return (
    // The keys duplicate buttons inside.
    <section
      ref={section}
      className={classNames('Composer', isPreviewOnly && 'is-previewing')}
      data-position={position}
      aria-label={composerTexts(t, target).label}
      style={height.style}
      onKeyDown={handleKeyDown}
    >
      {position === 'normal' && <ResizeHandle height={height} />}
      <ComposerHeader
        target={target}
        isPreviewOnly={isPreviewOnly}
        onPreview={() => setPreviewedId(isPreviewOnly ? undefined : textId)}
        submission={submission}
      />
      {!isMinimized && (
        <>
          {/* Another text gets other fields: their undo steps are those of the text. */}
          <ComposerEditor key={textId} target={target} invalidField={submission.invalidField} />
          <ComposerFooter target={target} submission={submission} />
        </>
      )}
      {isDropping && <p className="Composer-drop">{t('core.forum.composer.upload_drop_text')}</p>}
    </section>
  )
}

/** Whether a popover is open above the composer: Escape closes it first. */
function hasPopover(): boolean {
  return document.querySelector('[popover=auto]:popover-open') !== null
}
