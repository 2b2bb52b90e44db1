import { type ComposerState, notSending } from '../../base/composer/composer-model.ts'
import type { ComposerFields, ComposerTarget } from '../../points/composer/composer-target.ts'
import type { EditorHandle } from '../../points/composer/editor-handle.ts'
import { Observable } from '../../store/observable.ts'

/** Extensions offer in the text what they offer in a discussion that does not exist yet. */
export const sourceTarget: ComposerTarget = { kind: 'discussion' }

/** The text of a form in place of the composer's: neither a draft nor a post. */
export class SourceComposer extends Observable<ComposerState> {
  readonly placeholders = new Set<string>()
  editor: EditorHandle | undefined
  /** Gets the text as it is typed, with the placeholders of uploads. */
  onChange: ((content: string) => void) | undefined

  constructor(content: string) {
    super({
      position: 'normal',
      target: sourceTarget,
      textId: 1,
      fields: { title: '', content },
      subject: undefined,
      edit: undefined,
      draft: 'none',
      View: undefined,
      ...notSending,
    })
  }

  /** Changes the text, as the writer does. */
  change({ content }: Partial<ComposerFields>): void {
    if (this.state.isSending || content === undefined || content === this.state.fields.content) return
    this.update({ fields: { ...this.state.fields, content } })
    this.onChange?.(content)
  }

  /** Shows another text in place of the current one, where possible as an edit that the browser can undo. */
  show(content: string): void {
    const current = this.state.fields.content
    if (content === current) return
    if (!this.editor?.replace(0, current.length, content, { start: 0, end: 0 })) this.change({ content })
  }

  /** The text cannot be changed while it is sent. */
  setSending(isSending: boolean): void {
    this.update({ isSending })
  }

  /** Removes the placeholders of uploads from a source. */
  withoutPlaceholders(content: string): string {
    let kept = content
    for (const placeholder of this.placeholders) kept = kept.replaceAll(placeholder, '')
    return kept
  }

  /** The text is edited from now on. @returns ends what belongs to that, such as its uploads. */
  open(): () => void {
    this.update({ target: sourceTarget })
    return () => this.update({ target: undefined })
  }
}
