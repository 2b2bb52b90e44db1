import type { EditorHandle, TextRange } from '../../../points/composer/editor-handle.ts'
import { isWrapped, prefixEdit, wrapEdit } from './edits.ts'

/** The handle of a text field. */
export class TextareaHandle implements EditorHandle {
  readonly #field: HTMLTextAreaElement
  #isComposing = false
  #whenSettled: PromiseWithResolvers<void> | undefined
  readonly #listeners = new AbortController()

  constructor(field: HTMLTextAreaElement) {
    this.#field = field
    const { signal } = this.#listeners
    field.addEventListener('compositionstart', () => this.#setComposing(true), { signal })
    field.addEventListener('compositionend', () => this.#setComposing(false), { signal })
    // An input method that is switched off may end a composition without an event.
    field.addEventListener('blur', () => this.#setComposing(false), { signal })
  }

  /** Accepts what an input method composes: the writer has chosen something else. */
  endComposition(): void {
    if (!this.#isComposing) return
    this.#field.blur()
    this.focus()
  }

  /** Stops following the field. */
  dispose(): void {
    this.#listeners.abort()
    this.#setComposing(false)
  }

  get text(): string {
    return this.#field.value
  }

  get selection(): TextRange {
    return { start: this.#field.selectionStart, end: this.#field.selectionEnd }
  }

  get isComposing(): boolean {
    return this.#isComposing
  }

  focus(): void {
    this.#field.focus({ preventScroll: true })
  }

  select(start: number, end = start): void {
    this.#field.setSelectionRange(start, end)
  }

  insert(text: string): boolean {
    const { start, end } = this.selection
    return this.replace(start, end, text)
  }

  replace(start: number, end: number, text: string, selection?: TextRange): boolean {
    const field = this.#field
    if (field.readOnly || this.#isComposing || !field.isConnected) return false
    if (field.value.slice(start, end) !== text) {
      // Undoable edits need the focus.
      this.focus()
      this.select(start, end)
      if (!runEdit(text)) {
        field.setRangeText(text, start, end, 'end')
        field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }))
      }
    }
    const caret = Math.min(start, end) + text.length
    this.select(selection?.start ?? caret, selection?.end ?? caret)
    return true
  }

  wrap(before: string, after = before, placeholder = ''): boolean {
    const edit = wrapEdit(this, before, after, placeholder)
    return this.replace(edit.start, edit.end, edit.text, edit.selection)
  }

  isWrapped(before: string, after = before): boolean {
    return isWrapped(this, before, after)
  }

  prefixLines(prefix: string | ((index: number) => string)): boolean {
    const edit = prefixEdit(this, typeof prefix === 'string' ? () => prefix : prefix)
    return this.replace(edit.start, edit.end, edit.text, edit.selection)
  }

  whenSettled(): Promise<void> {
    return this.#whenSettled?.promise ?? Promise.resolve()
  }

  subscribe(listener: () => void): () => void {
    const stop = new AbortController()
    // On the document, after React has taken the input: a rendering before that would bring the former text back.
    const handleEvent = ({ target }: Event) => {
      if (target === this.#field) listener()
    }
    for (const event of ['input', 'selectionchange'])
      document.addEventListener(event, handleEvent, { signal: stop.signal })
    return () => stop.abort()
  }

  #setComposing(isComposing: boolean): void {
    this.#isComposing = isComposing
    if (isComposing) this.#whenSettled ??= Promise.withResolvers()
    else {
      this.#whenSettled?.resolve()
      this.#whenSettled = undefined
    }
  }
}

/** Replaces the selection of the focused field as typing does. @returns false where the browser refuses. */
function runEdit(text: string): boolean {
  // Called obsolete, but no other way keeps the browser's undo: decision 27.
  return text === '' ? document.execCommand('delete') : document.execCommand('insertText', false, text)
}
