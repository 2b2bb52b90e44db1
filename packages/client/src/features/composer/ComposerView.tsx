import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import type { ComposerTarget } from '../../base/composer/composer-target.ts'
import { useT } from '../../points/app-context.ts'
import { classNames } from '../../ui/class-names.ts'
import { ComposerFooter } from './ComposerFooter.tsx'
import { ComposerHeader } from './ComposerHeader.tsx'
import { ComposerPreview } from './ComposerPreview.tsx'
import { type ComposerField, composerTexts } from './composer-texts.ts'
import { ResizeHandle } from './ResizeHandle.tsx'
import { useComposer } from './use-composer.ts'
import { useComposerFocus } from './use-composer-focus.ts'
import { useComposerHeight } from './use-composer-height.ts'
import { useComposerViewport } from './use-composer-viewport.ts'
import { useLeaving } from './use-leaving.ts'
import { useSubmit } from './use-submit.ts'

/** The composer's component. Loaded on first use, with the renderer of the preview. */
export function ComposerView(): ReactNode {
  const t = useT()
  const { composer, state } = useComposer()
  const { position, target } = state
  const section = useRef<HTMLElement>(null)
  const [isPreviewOnly, setIsPreviewOnly] = useState(false)
  const height = useComposerHeight()
  const submission = useSubmit(section)
  useComposerFocus(section, position, target)
  useComposerViewport(section, position)
  useLeaving()
  if (target === undefined) return null

  const isMinimized = position === 'minimized'
  const handleKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      submission.submit()
    } else if (event.key === 'Escape' && !isMinimized && !event.defaultPrevented && !hasPopover()) {
      composer.minimize()
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
        onPreview={() => setIsPreviewOnly(!isPreviewOnly)}
        onSubmit={submission.submit}
      />
      {!isMinimized && (
        <>
          <Editor target={target} invalidField={submission.invalidField} />
          <ComposerFooter target={target} submission={submission} />
        </>
      )}
    </section>
  )
}

/** Whether a key belongs to an input method. Safari ends a composition before the event of its last key. */
function isComposing({ nativeEvent, keyCode }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || keyCode === 229
}

/** Whether a popover is open above the composer: Escape closes it first. */
function hasPopover(): boolean {
  return document.querySelector('[popover=auto]:popover-open') !== null
}

interface EditorProps {
  target: ComposerTarget
  invalidField: ComposerField | undefined
}

function Editor({ target, invalidField }: EditorProps): ReactNode {
  const t = useT()
  const { composer, state } = useComposer()
  const text = useRef<HTMLTextAreaElement>(null)
  const { body } = composerTexts(t, target)
  return (
    <div className="Composer-body">
      {target.kind === 'discussion' && (
        <input
          className="Composer-title"
          name="title"
          maxLength={80}
          aria-label={t('core.forum.composer_discussion.title_placeholder')}
          aria-invalid={invalidField === 'title' || undefined}
          placeholder={t('core.forum.composer_discussion.title_placeholder')}
          dir="auto"
          autoComplete="off"
          readOnly={state.isSending}
          value={state.fields.title}
          onChange={(event) => composer.change({ title: event.target.value })}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || isComposing(event)) return
            event.preventDefault()
            text.current?.focus()
          }}
        />
      )}
      <div className="Composer-main">
        <textarea
          ref={text}
          className="Composer-text"
          name="content"
          aria-label={body}
          aria-invalid={invalidField === 'content' || undefined}
          placeholder={body}
          dir="auto"
          readOnly={state.isSending}
          value={state.fields.content}
          onChange={(event) => composer.change({ content: event.target.value })}
        />
        <ComposerPreview source={state.fields.content} />
      </div>
    </div>
  )
}
