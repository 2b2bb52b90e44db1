import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { useApp } from '../../points/app-context.ts'
import { composerPartsOf } from '../../points/composer/composer-parts.ts'
import type { ComposerTarget } from '../../points/composer/composer-target.ts'
import { ExtensionErrorBoundary } from '../../points/error-boundary.tsx'
import { optionId, Suggestions } from './completions/Suggestions.tsx'
import { useCompletions } from './completions/use-completions.ts'
import { composerTexts } from './composer-texts.ts'
import { TextareaHandle } from './editor/textarea-handle.ts'
import { useEditorEvents } from './editor/use-editor-events.ts'
import { fieldsOf } from './fields/field-states.ts'
import { ComposerPreview } from './preview/ComposerPreview.tsx'
import { useComposer } from './use-composer.ts'

interface ComposerEditorProps {
  target: ComposerTarget
  invalidField: string | undefined
}

/** The fields, and the preview beside the text. */
export function ComposerEditor({ target, invalidField }: ComposerEditorProps): ReactNode {
  const app = useApp()
  const { composer, state } = useComposer()
  const text = useRef<HTMLTextAreaElement>(null)
  const handle = useRef<TextareaHandle>(undefined)
  const [listId, hintId] = [useId(), useId()]
  const { hints } = composerPartsOf(app)
  const { body } = composerTexts(app.t, target)
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
  return (
    <div className="Composer-body">
      <Fields target={target} invalidField={invalidField} />
      <div className="Composer-main">
        <textarea
          ref={text}
          className="Composer-text"
          name="content"
          aria-label={body}
          aria-describedby={hints.length > 0 ? hintId : undefined}
          aria-invalid={invalidField === 'content' || undefined}
          aria-autocomplete={isSuggesting ? 'list' : undefined}
          aria-controls={isSuggesting ? listId : undefined}
          aria-activedescendant={isSuggesting ? optionId(listId, completions.state.active) : undefined}
          placeholder={body}
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
    </div>
  )
}

/** The components of the target's fields, above the text. */
function Fields({ target, invalidField }: ComposerEditorProps): ReactNode {
  const app = useApp()
  const { composer, state } = useComposer()
  return fieldsOf(app, target).map(({ name, extension, part: { Component } }) => {
    if (Component === undefined) return null
    const input = (
      <Component
        name={name}
        target={target}
        value={state.fields[name] ?? null}
        isReadOnly={state.isSending}
        isInvalid={invalidField === name}
        onChange={(value) => composer.change({ [name]: value })}
      />
    )
    if (extension === undefined) return <div key={name}>{input}</div>
    return (
      <div key={name} className="Composer-field">
        <ExtensionErrorBoundary extension={extension}>{input}</ExtensionErrorBoundary>
      </div>
    )
  })
}
