import type { EditorHandle } from '@parley/client'
import type { Edit } from './edits/edit.ts'
import { indentItems, isInList } from './edits/keys.ts'

/** Tab indents list items. After Escape it leaves the field, as everywhere else. */
export class TabKey {
  readonly #apply: (editor: EditorHandle, edit: Edit | undefined) => boolean
  #isFree = false

  constructor(apply: (editor: EditorHandle, edit: Edit | undefined) => boolean) {
    this.#apply = apply
  }

  /** @returns whether the key is handled. */
  handle({ key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>, editor: EditorHandle): boolean {
    if (key === 'Escape') {
      // A second one is for the composer.
      const isFirst = !this.#isFree && isInList(editor)
      this.#isFree = isFirst
      return isFirst
    }
    if (key === 'Shift') return false
    const isFree = this.#isFree
    this.#isFree = false
    if (key !== 'Tab' || isFree || !isInList(editor)) return false
    this.#apply(editor, indentItems(editor, shiftKey))
    return true
  }
}
