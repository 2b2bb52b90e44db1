import { type KeyboardEvent, type ReactNode, type RefObject, useId, useRef } from 'react'
import type { ComposerTarget } from '../../base/composer/composer-target.ts'
import { useT } from '../../points/app-context.ts'
import { classNames } from '../../ui/class-names.ts'
import { type ComposerField, composerTexts, titleSpace } from './composer-texts.ts'
import { ComposerPreview } from './preview/ComposerPreview.tsx'
import { useComposer } from './use-composer.ts'

interface ComposerEditorProps {
  target: ComposerTarget
  invalidField: ComposerField | undefined
}

/** The fields, and the preview beside them. */
export function ComposerEditor({ target, invalidField }: ComposerEditorProps): ReactNode {
  const t = useT()
  const { composer, state } = useComposer()
  const text = useRef<HTMLTextAreaElement>(null)
  const { body } = composerTexts(t, target)
  return (
    <div className="Composer-body">
      {target.kind === 'discussion' && <TitleField isInvalid={invalidField === 'title'} text={text} />}
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
        <ComposerPreview source={state.fields.content} text={text} />
      </div>
    </div>
  )
}

interface TitleFieldProps {
  isInvalid: boolean
  /** The field that Enter leads to. */
  text: RefObject<HTMLTextAreaElement | null>
}

/** One line of text that wraps where it is too long, so that its end stays visible. */
function TitleField({ isInvalid, text }: TitleFieldProps): ReactNode {
  const t = useT()
  const { composer, state } = useComposer()
  const hintId = useId()
  const { title, content } = state.fields
  const space = titleSpace(title)
  const isMissing = title.trim() === '' && content.trim() !== ''
  const label = t('core.forum.composer_discussion.title_placeholder')
  const hint = isMissing ? t('core.forum.composer_discussion.title_needed_text') : titleHint(t, space)
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || isComposing(event)) return
    event.preventDefault()
    text.current?.focus()
  }
  return (
    <div className="Composer-titleRow">
      {/* The text in an attribute gives the box the height of the wrapped title. */}
      <div className="Composer-titleBox" data-title={title}>
        <textarea
          className={classNames('Composer-title', isMissing && 'is-missing')}
          name="title"
          rows={1}
          aria-label={label}
          aria-invalid={isInvalid || space < 0 || undefined}
          aria-describedby={hintId}
          placeholder={isMissing ? hint : label}
          dir="auto"
          autoComplete="off"
          readOnly={state.isSending}
          value={title}
          onChange={(event) => composer.change({ title: event.target.value.replace(/\s*[\r\n]+\s*/g, ' ') })}
          onKeyDown={handleKeyDown}
        />
      </div>
      <span
        id={hintId}
        className={classNames(isMissing ? 'VisuallyHidden' : 'Composer-titleHint', space < 0 && 'is-invalid')}
        aria-live="polite"
      >
        {hint}
      </span>
    </div>
  )
}

/** Characters that are left when the hint begins to count them. */
const hintFrom = 15

function titleHint(t: ReturnType<typeof useT>, space: number): string | undefined {
  if (space > hintFrom) return undefined
  if (space < 0) return t('core.forum.composer_discussion.title_too_long_text', { count: -space })
  return t('core.forum.composer_discussion.title_left_text', { count: space })
}

/** Whether a key belongs to an input method. Safari ends a composition before the event of its last key. */
export function isComposing({ nativeEvent, keyCode }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || keyCode === 229
}
