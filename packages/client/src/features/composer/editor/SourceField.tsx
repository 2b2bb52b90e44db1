import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { useApp } from '../../../points/app-context.ts'
import { composerPartsOf } from '../../../points/composer/composer-parts.ts'
import type { ComposerTarget } from '../../../points/composer/composer-target.ts'
import { optionId, Suggestions } from '../completions/Suggestions.tsx'
import { useCompletions } from '../completions/use-completions.ts'
import { ComposerPreview } from '../preview/ComposerPreview.tsx'
import { useComposer } from '../use-composer.ts'
import { TextareaHandle } from './textarea-handle.ts'
import { useEditorEvents } from './use-editor-events.ts'

interface SourceFieldProps {
  target: ComposerTarget
  /** Accessible name and placeholder of the text field. */
  name: string
  isInvalid: boolean
  /** Id of the text field, for a label beside it and for its messages. */
  id?: string | undefined
  /** Ids of what describes the text field besides its keys. */
  describedBy?: string | undefined
}

/** The text field with the suggestions for what is typed, and the preview beside it. */
export function SourceField({ target, name, isInvalid, id, describedBy }: SourceFieldProps): ReactNode {
  const app = useApp()
  const { composer, state } = useComposer()
  const text = useRef<HTMLTextAreaElement>(null)
  const handle = useRef<TextareaHandle>(undefined)
  const [listId, hintId] = [useId(), useId()]
  const { hints } = composerPartsOf(app)
  useLayoutEffect(() => {
    if (text.current === null) return
    const own = new TextareaHandle(text.current)
    handle.current = own
    composer.editor = own
    return () => {
      own.dispose()
      if (composer.editor === own) composer.editor = undefined
    }
  }, [composer])
  const completions = useCompletions(text, handle, target)
  useEditorEvents({ field: text, handle, target, onKey: completions.handleKey })
  const isSuggesting = completions.state.suggestions.length > 0
  const descriptions = [hints.length > 0 && hintId, describedBy].filter(Boolean).join(' ')
  return (
    <div className="Composer-main">
      <textarea
        ref={text}
        id={id}
        className="Composer-text"
        name="content"
        aria-label={name}
        aria-describedby={descriptions || undefined}
        aria-invalid={isInvalid || undefined}
        aria-autocomplete={isSuggesting ? 'list' : undefined}
        aria-controls={isSuggesting ? listId : undefined}
        aria-activedescendant={isSuggesting ? optionId(listId, completions.state.active) : undefined}
        placeholder={name}
        dir="auto"
        readOnly={state.isSending}
        value={state.fields.content}
        onChange={(event) => composer.change({ content: event.target.value })}
      />
      {hints.length > 0 && (
        <p id={hintId} hidden>
          {hints.map(({ part }) => app.t(part)).join(' ')}
        </p>
      )}
      <ComposerPreview source={state.fields.content} text={text} />
      <Suggestions id={listId} field={text} state={completions.state} onChoose={completions.choose} />
    </div>
  )
}
