import type { SettingInfo } from '../../points/admin/setting-fields.ts'
import type { App } from '../../points/app.ts'
import { ApiError, describeError, type FieldErrors } from '../../store/api-error.ts'
import { Observable } from '../../store/observable.ts'
import { loadDocument } from '../../store/resources.ts'
import { type SettingsDocument, settingsOf, settingsPath } from './settings-document.ts'

export interface EditorState {
  readonly settings: readonly SettingInfo[]
  /** Changed texts that are not saved, by setting. */
  readonly edits: Readonly<Record<string, string>>
  readonly phase: 'idle' | 'saving' | 'saved'
  /** ISO 8601; of the last save on this page. */
  readonly savedAt?: string
  /** Messages of the server, by setting. */
  readonly errors: FieldErrors
  /** What another administrator has stored meanwhile, by setting. */
  readonly conflicts: Readonly<Record<string, string>>
  /** The first setting that the server refused; a new object with each refusal. */
  readonly refused?: { readonly key: string }
}

/** The part of an `App` that an editor needs. */
export type EditorAccess = Pick<App, 'api' | 'store' | 'alerts' | 'forum'>

/**
 * The settings of one page with the changes that are not saved yet. It lives as long as the tab's page, so that the
 * changes survive navigation in the administration area.
 */
export class SettingsEditor extends Observable<EditorState> {
  readonly page: string
  /** The address of the form, below the base path. */
  url = ''
  #app: EditorAccess
  #version: string

  constructor(app: EditorAccess, page: string, document: SettingsDocument) {
    super({ settings: settingsOf(document), edits: {}, phase: 'idle', errors: {}, conflicts: {} })
    this.#app = app
    this.page = page
    this.#version = document.meta.version
  }

  get hasEdits(): boolean {
    return Object.keys(this.state.edits).length > 0
  }

  /** Shows the values of a document, unless they are older. Keeps the changes. */
  adopt(document: SettingsDocument): void {
    if (Number(document.meta.version) < Number(this.#version)) return
    this.#version = document.meta.version
    const settings = settingsOf(document)
    this.update({ settings, edits: changesTo(settings, this.state.edits) })
  }

  /** Changes the text of a setting, and of one that is raised with it. Its stored text ends the change. */
  edit(key: string, value: string): void {
    const { settings, edits, errors } = this.state
    this.update({
      phase: 'idle',
      edits: changesTo(settings, { ...edits, [key]: value, ...raisedBy(settings, edits, { key, value }) }),
      errors: without(errors, key),
    })
  }

  /** Takes back all changes. */
  discard(): void {
    this.update({ edits: {}, errors: {}, conflicts: {}, phase: 'idle' })
  }

  /** Takes the value of the other administrator in place of the own change. */
  yield(key: string): void {
    this.update({ edits: without(this.state.edits, key), conflicts: without(this.state.conflicts, key) })
  }

  /** Stores all changes or none. A refusal is shown beside the fields. @returns whether they were stored. */
  async save(): Promise<boolean> {
    const { edits, phase } = this.state
    if (phase === 'saving' || !this.hasEdits) return false
    this.update({ phase: 'saving', errors: {}, conflicts: {} })
    try {
      await this.#app.api.request(`/settings?version=${this.#version}`, { method: 'POST', body: edits })
    } catch (error) {
      await this.#showFailure(error)
      return false
    }
    this.update({ phase: 'saved', savedAt: new Date().toISOString(), ...afterSave(this.state, edits) })
    await this.reload()
    // The header shows the forum's title.
    await loadDocument(this.#app, '/').catch(() => {})
    return true
  }

  /** Loads the stored values, which another change may have altered. */
  async reload(): Promise<void> {
    try {
      const document = await this.#app.api.request<SettingsDocument>(settingsPath(this.page))
      this.adopt(document)
    } catch (error) {
      this.#app.alerts.showError(error)
    }
  }

  /** Shows a message beside a setting that is not saved with the others; undefined removes it. */
  showProblem(key: string, message: string | undefined): void {
    const errors = without(this.state.errors, key)
    this.update({ errors: message === undefined ? errors : { ...errors, [key]: message } })
  }

  async #showFailure(error: unknown): Promise<void> {
    const isConflict = error instanceof ApiError && error.status === 409
    const { fields, firstField } = describeError(error, this.#app.forum.baseOrigin)
    if (isConflict) {
      const conflicts = Object.fromEntries(error.errors.flatMap(conflictOf))
      this.update({ phase: 'idle', conflicts })
      await this.reload()
      this.#refuse(Object.keys(conflicts)[0])
      return
    }
    this.update({ phase: 'idle', errors: fields })
    if (firstField === undefined) this.#app.alerts.showError(error)
    else this.#refuse(firstField)
  }

  #refuse(key: string | undefined): void {
    if (key !== undefined) this.update({ refused: { key } })
  }
}

function conflictOf({ source, meta }: ApiError['errors'][number]): [string, string][] {
  const key = source?.pointer.split('/').pop()
  return key === undefined ? [] : [[key, meta?.value ?? '']]
}

/** The settings once texts are stored, and what was typed meanwhile. */
function afterSave(
  { settings: before, edits }: Pick<EditorState, 'settings' | 'edits'>,
  saved: Readonly<Record<string, string>>,
): Pick<EditorState, 'settings' | 'edits'> {
  const texts = { ...edits }
  const settings = before.map((setting) => {
    const { key, value, field } = setting
    const text = saved[key]
    if (text === undefined) return setting
    if (field.kind === 'secret') {
      // It comes back masked: what was saved is no change any more.
      if (texts[key] === text) delete texts[key]
      return setting
    }
    // The former text may have been typed again.
    texts[key] ??= value ?? ''
    return { ...setting, value: text }
  })
  return { settings, edits: changesTo(settings, texts) }
}

/** The texts that differ from the stored ones. */
function changesTo(
  settings: readonly SettingInfo[],
  texts: Readonly<Record<string, string>>,
): Record<string, string> {
  const stored = new Map(settings.map(({ key, value }) => [key, value ?? '']))
  return Object.fromEntries(Object.entries(texts).filter(([key, text]) => stored.get(key) !== text))
}

/** The setting that a number raises with itself, if that is below it. */
function raisedBy(
  settings: readonly SettingInfo[],
  edits: Readonly<Record<string, string>>,
  { key, value }: { key: string; value: string },
): Record<string, string> {
  const raises = settings.find((setting) => setting.key === key)?.field.raises
  const raised = settings.find((setting) => setting.key === raises)
  if (raised === undefined) return {}
  const current = edits[raised.key] ?? raised.value ?? ''
  return Number(current) < Number(value) ? { [raised.key]: value } : {}
}

function without<T>(record: Readonly<Record<string, T>>, key: string): Record<string, T> {
  const { [key]: _, ...rest } = record
  return rest
}
