import type { ComponentType } from 'react'
import type { ApiError } from '../../store/api-error.ts'
import type { StoreRecord } from '../../store/record.ts'
import type { App } from '../app.ts'
import type { Additions, ComposerFields, ComposerTarget, FieldValue } from './composer-target.ts'
import type { EditorHandle } from './editor-handle.ts'

/** What is written, and where. */
export interface WritingContext {
  app: App
  target: ComposerTarget
}

/** The open text field. */
export interface EditorContext extends WritingContext {
  editor: EditorHandle
}

/** A value besides the text, which drafts keep: the tags of a new discussion. */
export interface ComposerField<Value extends FieldValue = FieldValue> {
  /** Whether a target has the field. */
  appliesTo(target: ComposerTarget, app: App): boolean
  /** The value of a new text. A text differs from it when it is 'unsaved'. */
  initial(target: ComposerTarget, app: App): Value
  /** Checks a value that a draft has kept, perhaps for a long time; undefined stands for the initial one. */
  restore(value: FieldValue): Value | undefined
  /** Whether the text cannot be sent with this value. The element with the field's name gets the focus. */
  isMissing?(value: Value, context: WritingContext & { fields: ComposerFields }): boolean
  /** What the request of the text gets. */
  send?(value: Value, context: WritingContext): Additions
  /**
   * Looks into a refusal by the server that names this field or none.
   * @returns a message about the value; undefined if it is not the reason, or the server's message says enough.
   */
  explain?(error: ApiError, value: Value, context: WritingContext): Promise<string | undefined>
  /** Edits the value, above the text. Its first control has the field's name as attribute `name`. */
  Component?: ComponentType<ComposerFieldProps<Value>>
}

export interface ComposerFieldProps<Value extends FieldValue = FieldValue> {
  name: string
  target: ComposerTarget
  value: Value
  isReadOnly: boolean
  /** The server refused the value. */
  isInvalid: boolean
  onChange(value: Value): void
}

export interface StepContext extends WritingContext {
  fields: ComposerFields
  /** Changes a field of the text, which the next steps and the request see. */
  change(fields: Partial<ComposerFields>): void
  /** Aborted when the writer cancels, or turns to another text. */
  signal: AbortSignal
}

/**
 * Runs before a text is sent: asks for tags, has the terms accepted. The text stays a draft meanwhile.
 * @returns additions to the request; `'cancel'` if the text is not to be sent. An error is shown, and cancels too.
 */
export type ComposerStep = (
  context: StepContext,
) => Promise<Additions | 'cancel' | undefined> | Additions | 'cancel' | undefined

/** What the server has stored of a text. */
export interface SentContext extends WritingContext {
  record: StoreRecord<'discussions'> | StoreRecord<'posts'>
}

/** What the writer should know of a text that was sent. */
export interface SentNote {
  /** Shown in place of 'Reply posted.', and also where the page shows the text already. */
  text: string
  /** Others do not see it yet: it counts neither as a reply nor as the last post. */
  isPrivate?: true
}

/** Runs when the server has stored a new discussion, a reply or an edit. The first note is shown. */
export type SentHandler = (context: SentContext) => SentNote | undefined

/** @returns whether the event is handled: the browser and later handlers do not get it. */
export type EditorEventHandler<Data> = (data: Data, context: EditorContext) => boolean

/** Suggestions for a word that begins with a trigger. */
export interface Completion<Item = unknown> {
  /** One character that is neither a letter, a digit nor white space. It begins the text or follows a space or a bracket. */
  trigger: string
  /** What may follow the trigger; by default anything but white space. */
  query?: RegExp
  /** Longest query in characters; 30 by default. */
  maxLength?: number
  /** Shortest query; 0 by default. */
  minLength?: number
  /** Milliseconds without another key before a source is asked; 0 by default. For sources that ask the server. */
  delay?: number
  /** Rows that are shown of a source; 5 by default, at most 20. */
  limit?: number
  /** Items that are known already: shown at once, until the source has answered. */
  known?(query: string, context: WritingContext): readonly Item[]
  /** Finds items for the text behind the trigger. `signal` is aborted when the writer has typed on. */
  source(
    query: string,
    context: WritingContext & { signal: AbortSignal },
  ): readonly Item[] | Promise<readonly Item[]>
  /** Tells items apart. */
  keyOf(item: Item): string
  Row: ComponentType<{ item: Item; query: string }>
  /** What takes the place of the trigger and the query. */
  insert(item: Item, context: WritingContext): string
}

/** A command of the editor, with a button in the toolbar. */
export interface EditorCommand {
  /** Locale key of its name. */
  label: string
  icon: string
  /** `Mod+b`, `Mod+Shift+x`: `Mod` is Ctrl or Cmd. */
  key?: string
  /** Places of buttons: higher ones come first, as in slots; those below 0 behind everything else in the toolbar. */
  priority?: number
  when?(context: WritingContext): boolean
  run(context: EditorContext): void
  /** Whether the command applies to the selection already: the button is pressed. */
  isActive?(context: EditorContext): boolean
}

/** Something that can be written, for the help of the composer. */
export interface ComposerSample {
  /** Locale key of its name. */
  label: string
  /** What is typed for it. The help shows it beside what readers see of it. */
  source(app: App): string
}

/** Stores files that are pasted, dropped or chosen. */
export interface AttachmentHandler {
  /** MIME types, or file name endings, as in the attribute `accept`: `image/*`, `.pdf`. Use `*` for any file. */
  accept: readonly string[]
  when?(context: WritingContext): boolean
  /** A button that opens the browser's file picker. */
  button?: { label: string; icon: string; priority?: number }
  /**
   * Stores a file. Called again when the writer retries. Two files are stored at once, the others wait.
   * @returns the source that takes the place of the placeholder. An error is shown beside the file's name.
   */
  upload(file: File, context: WritingContext & UploadContext): Promise<string | DescribedSource>
}

/** The source of a file that the writer may describe, for readers who do not see it. */
export interface DescribedSource {
  source: string
  /** @returns the source with a description: one line, as it was typed, never empty. It takes the place of the former. */
  describe(text: string): string
}

export interface UploadContext {
  /** Aborted when the writer cancels, or closes the text. */
  signal: AbortSignal
  /** @param share from 0 to 1. */
  onProgress(share: number): void
  /**
   * Sends a form to the API by POST: with the progress, and until the writer cancels.
   * @param path below the API: `/posts/1`.
   * @returns the parsed document.
   * @throws ApiError for answers outside 200-299, and without an answer; AbortError.
   */
  send<T>(path: string, form: FormData): Promise<T>
}

/** What an extension adds to the composer. Each section is optional. Names need to be unique in their section. */
export interface ComposerExtension {
  fields?: Readonly<Record<string, ComposerField>>
  /** In this order, after those of earlier extensions. */
  steps?: Readonly<Record<string, ComposerStep>>
  /** What follows when a text was sent. */
  sent?: Readonly<Record<string, SentHandler>>
  /** Keys in the text field, unless an input method composes. The first handler that returns true wins. */
  keys?: Readonly<Record<string, EditorEventHandler<KeyboardEvent>>>
  /** Pasted data, before attachments. */
  paste?: Readonly<Record<string, EditorEventHandler<DataTransfer>>>
  /** Dropped data, before attachments. The caret stands where it was dropped. */
  drop?: Readonly<Record<string, EditorEventHandler<DataTransfer>>>
  completions?: Readonly<Record<string, Completion>>
  commands?: Readonly<Record<string, EditorCommand>>
  attachments?: Readonly<Record<string, AttachmentHandler>>
  /** What can be written: with one sample or more the toolbar ends with 'Formatting help'. */
  samples?: Readonly<Record<string, ComposerSample>>
  /** Locale keys of what screen readers say about the text field: keys that it uses otherwise than other fields. */
  hints?: Readonly<Record<string, string>>
}

/** Checks types; `completions` and `fields` lose the types of their items in a declaration. */
export function defineComposerExtension(extension: ComposerExtension): ComposerExtension {
  return extension
}

/** Keeps the type of a completion's items inside its declaration. */
export function defineCompletion<Item>(completion: Completion<Item>): Completion {
  return completion as Completion
}

/** Keeps the type of a field's value inside its declaration. */
export function defineField<Value extends FieldValue>(field: ComposerField<Value>): ComposerField {
  return field as unknown as ComposerField
}
