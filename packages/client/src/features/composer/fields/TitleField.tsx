import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { useT } from '../../../points/app-context.ts'
import type { ComposerFieldProps } from '../../../points/composer/composer-extension.ts'
import { classNames } from '../../../ui/class-names.ts'
import { titleSpace } from '../composer-texts.ts'
import { isComposing } from '../editor/is-composing.ts'
import { useComposer } from '../use-composer.ts'

/** One line of text that wraps where it is too long, so that its end stays visible. */
export function TitleField(props: ComposerFieldProps<string>): ReactNode {
  const { name, value: title, isReadOnly, isInvalid, onChange } = props
  const t = useT()
  const { composer, state } = useComposer()
  const hintId = useId()
  const { content } = state.fields
  const space = titleSpace(title)
  const isMissing = title.trim() === '' && content.trim() !== ''
  const label = t('core.forum.composer_discussion.title_placeholder')
  const hint = isMissing ? t('core.forum.composer_discussion.title_needed_text') : titleHint(t, space)
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || isComposing(event)) return
    event.preventDefault()
    composer.editor?.focus()
  }
  return (
    <div className="Composer-titleRow">
      {/* The text in an attribute gives the box the height of the wrapped title. */}
      <div className="Composer-titleBox" data-title={title}>
        <textarea
          className={classNames('Composer-title', isMissing && 'is-missing')}
          name={name}
          rows={1}
          aria-label={label}
          aria-invalid={isInvalid || space < 0 || undefined}
          aria-describedby={hintId}
          placeholder={isMissing ? hint : label}
          dir="auto"
          autoComplete="off"
          readOnly={isReadOnly}
          value={title}
          onChange={(event) => onChange(event.target.value.replace(/\s*[\r\n]+\s*/g, ' '))}
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
