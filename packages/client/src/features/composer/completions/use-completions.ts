import { type RefObject, useEffect, useMemo } from 'react'
import { useObservable } from '../../../base/use-observable.ts'
import { useApp } from '../../../points/app-context.ts'
import { composerPartsOf } from '../../../points/composer/composer-parts.ts'
import type { ComposerTarget } from '../../../points/composer/composer-target.ts'
import type { TextareaHandle } from '../editor/textarea-handle.ts'
import { CompletionList, type Suggestion, type SuggestionState } from './completion-list.ts'

interface Completions {
  state: SuggestionState
  choose: (suggestion: Suggestion) => void
  /** @returns whether the key belongs to the open suggestions. */
  handleKey: (event: KeyboardEvent) => boolean
}

/** Shows suggestions for what is typed in the field. */
export function useCompletions(
  field: RefObject<HTMLTextAreaElement | null>,
  handle: RefObject<TextareaHandle | undefined>,
  target: ComposerTarget,
): Completions {
  const app = useApp()
  const list = useMemo(() => new CompletionList(app, target, composerPartsOf(app).completions), [app, target])
  const state = useObservable(list)
  useEffect(() => {
    const element = field.current
    if (element === null) return
    const listeners = new AbortController()
    const { signal } = listeners
    const updateList = ({ target: changed }: Event) => {
      if (changed !== element) return
      if (element.selectionStart === element.selectionEnd)
        list.findSuggestions(element.value, element.selectionEnd)
      else list.close()
    }
    // A caret that is placed behind an old word asks for nothing.
    const updateOpenList = (event: Event) => {
      if (list.state.suggestions.length > 0) updateList(event)
    }
    // On the document, after React has taken the input: a rendering before that would bring the former text back.
    document.addEventListener('input', updateList, { signal })
    document.addEventListener('selectionchange', updateOpenList, { signal })
    element.addEventListener('blur', () => list.close(), { signal })
    return () => {
      listeners.abort()
      list.close()
    }
  }, [field, list])

  const choose = (suggestion: Suggestion) => {
    const text = list.textOf(suggestion)
    list.close()
    const editor = handle.current
    if (text === undefined || editor === undefined) return
    // Keyboards of phones compose every word.
    editor.endComposition()
    editor.replace(suggestion.start, editor.selection.end, text)
    list.close()
  }
  const handleKey = (event: KeyboardEvent): boolean => {
    const chosen = state.suggestions[state.active]
    if (chosen === undefined || event.ctrlKey || event.metaKey || event.altKey) return false
    if (event.key === 'ArrowDown') list.move(1)
    else if (event.key === 'ArrowUp') list.move(-1)
    else if (event.key === 'Escape') list.close()
    else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey) choose(chosen)
    else return false
    return true
  }
  return { state, choose, handleKey }
}
