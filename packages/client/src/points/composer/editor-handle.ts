/** A part of the text, in UTF-16 units as `String.slice` counts them. Both are the same for a caret. */
export interface TextRange {
  readonly start: number
  readonly end: number
}

/**
 * The text field of the composer. Each edit is one step of the browser's undo and is announced as input, so that the
 * draft and the preview follow. An edit returns false and changes nothing while the text is being sent or an input
 * method composes.
 */
export interface EditorHandle {
  readonly text: string
  readonly selection: TextRange
  /** Whether an input method composes: what it writes is not final. */
  readonly isComposing: boolean
  focus(): void
  /** Selects a range, or places the caret. */
  select(start: number, end?: number): void
  /** Replaces the selection. The caret stands behind the text. */
  insert(text: string): boolean
  /** Replaces a range. @param selection afterwards; by default the caret stands behind the text. */
  replace(start: number, end: number, text: string, selection?: TextRange): boolean
  /**
   * Surrounds the selection, which stays selected; removes both if it is surrounded already.
   * @param placeholder takes the place of an empty selection.
   */
  wrap(before: string, after?: string, placeholder?: string): boolean
  /** Whether the selection is surrounded by two texts. */
  isWrapped(before: string, after?: string): boolean
  /**
   * Begins each line of the selection with a prefix; removes it if all of them have it.
   * @param prefix for numbered lists a function of the line's index.
   */
  prefixLines(prefix: string | ((index: number) => string)): boolean
  /** Resolves when no input method composes. */
  whenSettled(): Promise<void>
  /** Calls `listener` after each change of the text or the selection. @returns unsubscribes. */
  subscribe(listener: () => void): () => void
}
