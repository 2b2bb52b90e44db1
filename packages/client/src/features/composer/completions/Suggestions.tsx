import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { useT } from '../../../points/app-context.ts'
import { ExtensionErrorBoundary } from '../../../points/error-boundary.tsx'
import { classNames } from '../../../ui/class-names.ts'
import type { Suggestion, SuggestionState } from './completion-list.ts'
import { placeSuggestions } from './place-suggestions.ts'

interface SuggestionsProps {
  id: string
  field: RefObject<HTMLTextAreaElement | null>
  state: SuggestionState
  onChoose: (suggestion: Suggestion) => void
}

/** The id of an option, for `aria-activedescendant`. */
export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`
}

/** The suggestions at the caret. The focus stays in the field. */
export function Suggestions({ id, field, state, onChoose }: SuggestionsProps): ReactNode {
  const t = useT()
  const { length } = state.suggestions
  return (
    <>
      <span className="VisuallyHidden" aria-live="polite">
        {length > 0 && t('core.forum.composer.suggestions_text', { count: length })}
      </span>
      {length > 0 && <SuggestionList id={id} field={field} state={state} onChoose={onChoose} />}
    </>
  )
}

function SuggestionList({ id, field, state, onChoose }: SuggestionsProps): ReactNode {
  const t = useT()
  const popup = useRef<HTMLDivElement>(null)
  const { suggestions, active } = state
  const start = suggestions[0]?.start ?? 0
  useLayoutEffect(() => {
    if (popup.current === null || field.current === null) return
    popup.current.showPopover()
    return placeSuggestions(field.current, popup.current, start)
  }, [field, start])
  useLayoutEffect(() => {
    popup.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <div
      ref={popup}
      id={id}
      className="Menu Composer-suggestions"
      popover="manual"
      role="listbox"
      aria-label={t('core.forum.composer.suggestions_label')}
      // The field keeps the focus, and phones keep the keyboard.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
    >
      {suggestions.map((suggestion, index) => {
        const { completion, key, item, query } = suggestion
        const { Row } = completion.part
        return (
          <button
            key={`${completion.extension} ${completion.name} ${key}`}
            id={optionId(id, index)}
            className={classNames('Menu-item', index === active && 'is-active')}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            onClick={() => onChoose(suggestion)}
          >
            <ExtensionErrorBoundary extension={completion.extension ?? 'core'}>
              <Row item={item} query={query} />
            </ExtensionErrorBoundary>
          </button>
        )
      })}
    </div>
  )
}
