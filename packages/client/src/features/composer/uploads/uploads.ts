import type { App } from '../../../points/app.ts'
import type { AttachmentHandler, DescribedSource } from '../../../points/composer/composer-extension.ts'
import { composerPartsOf, type Named } from '../../../points/composer/composer-parts.ts'
import type { ComposerTarget } from '../../../points/composer/composer-target.ts'
import type { EditorHandle } from '../../../points/composer/editor-handle.ts'
import { ApiError, describeError } from '../../../store/api-error.ts'
import { Observable } from '../../../store/observable.ts'
import { keepFocus } from '../editor/keep-focus.ts'
import { accepts } from './accepts.ts'
import { fetchWithProgress } from './fetch-with-progress.ts'
import { Turns } from './turns.ts'

/** Files that are accepted at once; more are refused. */
const maxFiles = 20

/** Files that are sent at once: other tabs of the account send some, too. */
const maxSent = 2

/** A file that is being stored, could not be, or is stored and can be described. */
export interface Upload {
  readonly placeholder: string
  readonly name: string
  /** Others are sent first. */
  readonly isWaiting: boolean
  /** From 0 to 1. */
  readonly progress: number
  /** Why it failed; undefined while it runs. */
  readonly error: string | undefined
  readonly retry: () => void
  /** Ends it, and removes its placeholder from the text. What is stored stays there. */
  readonly cancel: () => void
  /** Set once it is stored. */
  readonly stored: StoredUpload | undefined
}

/** The description of a stored file. */
export interface StoredUpload {
  /** What is typed. */
  readonly description: string
  /** The sources that may stand in the text for the file: undo brings former ones back. */
  readonly sources: readonly string[]
  readonly type: (description: string) => void
  /** Puts what is typed into the text, if the source stands there unchanged. */
  readonly apply: () => Promise<void>
}

type Handler = Named<AttachmentHandler>

const instances = new WeakMap<App, Uploads>()

/** The uploads of the app's composer. */
export function uploadsOf(app: App): Uploads {
  const existing = instances.get(app)
  if (existing !== undefined) return existing
  const uploads = new Uploads(app)
  instances.set(app, uploads)
  return uploads
}

/** The files of the shown text. Each has a placeholder in the source until it is stored. */
export class Uploads extends Observable<readonly Upload[]> {
  readonly #app: App
  readonly #turns = new Turns(maxSent)
  #storedCount = 0
  #textId = 0
  #stopFollowing: (() => void) | undefined

  constructor(app: App) {
    super([])
    this.#app = app
  }

  /** How many files of the shown text are stored. */
  get storedCount(): number {
    return this.#storedCount
  }

  /** The handlers for files that are attached to a text. */
  handlersOf(target: ComposerTarget): readonly Handler[] {
    const app = this.#app
    return composerPartsOf(app).attachments.filter(({ extension, part }) => {
      try {
        return part.when?.({ app, target }) ?? true
      } catch (error) {
        app.reportFailure(extension ?? 'core', error)
        return false
      }
    })
  }

  /** Gives each file to the first handler that accepts its type. An alert names the files that none accepts. */
  async add(files: readonly File[], handlers: readonly Handler[]): Promise<void> {
    const { alerts, composer, t } = this.#app
    if (composer.state.isSending) return
    this.#follow()
    const refused: string[] = []
    for (const [index, file] of files.entries()) {
      const handler = handlers.find(({ part }) => accepts(part.accept, file))
      if (handler === undefined || index >= maxFiles) refused.push(file.name)
      else await this.#start(file, handler, index > 0)
    }
    if (refused.length > 0)
      alerts.show(t('core.forum.composer.upload_refused_message', { names: refused.join(', ') }), {
        tone: 'warning',
      })
  }

  /** Puts all descriptions into the text. */
  async describe(): Promise<void> {
    for (const { stored } of this.state) await stored?.apply()
  }

  /** Resolves when no upload runs, or `signal` is aborted. */
  whenDone(signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const check = () => {
      if (signal.aborted || this.state.every((upload) => !isRunning(upload))) resolve()
    }
    const stop = this.subscribe(check)
    signal.addEventListener('abort', check)
    check()
    return promise.finally(() => {
      stop()
      signal.removeEventListener('abort', check)
    })
  }

  /** @param isNext it stands on a line of its own, below the one before. */
  async #start(file: File, handler: Handler, isNext: boolean): Promise<void> {
    const { composer } = this.#app
    const textId = this.#textId
    const placeholder = this.#placeholderFor(file)
    composer.placeholders.add(placeholder)
    const { editor } = composer
    await editor?.whenSettled()
    if (composer.state.textId !== textId) return
    const { content } = composer.state.fields
    const [before, after] = editor ? around(editor) : [content, '']
    // Addresses must not grow together with words.
    const start = isNext ? '\n' : /[\p{L}\p{N}]$/u.test(before) ? ' ' : ''
    const inserted = start + placeholder + (/^[\p{L}\p{N}]/u.test(after) ? ' ' : '')
    if (!editor?.insert(inserted)) composer.change({ content: `${content}${inserted}` })
    this.#run(file, handler, placeholder)
  }

  #run(file: File, { extension, part }: Handler, placeholder: string): void {
    const app = this.#app
    const { target } = app.composer.state
    if (target === undefined) return
    const controller = new AbortController()
    const { signal } = controller
    const remove = () => this.set(this.state.filter((upload) => upload.placeholder !== placeholder))
    const change = (changes: Partial<Upload>) => {
      if (!signal.aborted)
        this.set(this.state.map((one) => (one.placeholder === placeholder ? { ...one, ...changes } : one)))
    }
    const start: Upload = {
      placeholder,
      name: file.name,
      isWaiting: this.#turns.isBusy,
      progress: 0,
      error: undefined,
      stored: undefined,
      retry: () => {
        remove()
        this.#run(file, { extension, part, name: '' }, placeholder)
      },
      cancel: () => {
        controller.abort()
        remove()
        void this.#replace(placeholder, '')
      },
    }
    this.set([...this.state, start])
    const onProgress = (share: number) => change({ progress: Math.min(1, Math.max(0, share)) })
    const send = <T>(path: string, body: FormData) => {
      const options = { method: 'POST', body, signal, fetch: fetchWithProgress(onProgress) } as const
      // Its row says how it ends, and it may begin long after it was chosen: alerts stay.
      return app.api.request<T>(path, { ...options, isBackground: true })
    }
    const store = async () => {
      change({ isWaiting: false })
      return part.upload(file, { app, target, signal, onProgress, send })
    }
    this.#turns.run(store, signal).then(
      async (attached) => {
        if (signal.aborted) return
        const source = typeof attached === 'string' ? attached : attached.source
        const isInText = await this.#replace(placeholder, source)
        this.#storedCount += 1
        if (typeof attached === 'string' || !isInText) remove()
        else change({ cancel: remove, stored: this.#storedUpload(attached, extension, change) })
      },
      async (error: unknown) => {
        if (signal.aborted) return
        if (!(error instanceof ApiError)) app.reportFailure(extension ?? 'core', error)
        const isLost = error instanceof ApiError && error.status === 0
        const isReadable = !isLost || (await canRead(file))
        change({
          error: isReadable ? this.#describe(error) : app.t('core.forum.composer.upload_unreadable_message'),
        })
      },
    )
  }

  #storedUpload(
    { source, describe }: DescribedSource,
    extension: string | undefined,
    change: (changes: Pick<Upload, 'stored'>) => void,
  ): StoredUpload {
    const write = (text: string) => {
      if (text === '') return source
      try {
        return describe(text)
      } catch (error) {
        this.#app.reportFailure(extension ?? 'core', error)
        return source
      }
    }
    // Not the description of the row that `apply` belongs to: more may be typed before a field that was left applies it.
    let current: Pick<StoredUpload, 'description' | 'sources'> = { description: '', sources: [source] }
    const show = (changes: Partial<typeof current>) => {
      current = { ...current, ...changes }
      change({ stored: { ...current, type, apply } })
    }
    const type = (description: string) => show({ description })
    const apply = async () => {
      const next = write(current.description.trim())
      const others = current.sources.filter((one) => one !== next)
      // Known before it stands in the text: else the field would go for a moment.
      show({ sources: [next, ...others] })
      for (const one of others) if (await this.#replace(one, next)) return
    }
    return { ...current, type, apply }
  }

  #describe(error: unknown): string {
    const { forum, t } = this.#app
    const { key, lines } = describeError(error, forum.baseOrigin)
    const words = key === 'core.lib.error.generic_message' ? detailsOf(error) : lines
    return key === undefined || words.length > 0 ? words.join(' ') : t(key)
  }

  /** Replaces a piece of the text, if it is still there; the caret stays where the writer is. @returns whether it was. */
  async #replace(placeholder: string, source: string): Promise<boolean> {
    const { composer } = this.#app
    const textId = this.#textId
    await composer.editor?.whenSettled()
    const { content } = composer.state.fields
    const start = content.indexOf(placeholder)
    if (composer.state.textId !== textId || start === -1) return false
    const end = start + placeholder.length
    const { editor } = composer
    const move = (position: number) => {
      if (position <= start) return position
      return position >= end ? position + source.length - placeholder.length : start + source.length
    }
    const isDone =
      editor?.text === content &&
      keepFocus(() =>
        editor.replace(start, end, source, {
          start: move(editor.selection.start),
          end: move(editor.selection.end),
        }),
      )
    if (!isDone) composer.change({ content: content.slice(0, start) + source + content.slice(end) })
    return isDone || !composer.state.isSending
  }

  #placeholderFor({ name }: File): string {
    const { composer, t } = this.#app
    const words = t('core.forum.composer.upload_placeholder', { name: name.replace(/[[\]\s]+/g, ' ') })
    for (let number = 1; ; number += 1) {
      const placeholder = number === 1 ? `[${words}]()` : `[${words} ${number}]()`
      if (!composer.placeholders.has(placeholder)) return placeholder
    }
  }

  /** Ends the uploads when the composer closes or shows another text. */
  #follow(): void {
    const { composer } = this.#app
    if (this.#textId === composer.state.textId) return
    this.#textId = composer.state.textId
    this.#storedCount = 0
    this.#stopFollowing?.()
    this.#stopFollowing = composer.subscribe(() => {
      const { target, textId } = composer.state
      if (target !== undefined && textId === this.#textId) return
      this.#stopFollowing?.()
      this.#stopFollowing = undefined
      this.#textId = 0
      this.#storedCount = 0
      for (const { cancel } of this.state) cancel()
    })
  }
}

/** Whether a file is being sent, or waits for that. */
export function isRunning({ error, stored }: Upload): boolean {
  return error === undefined && stored === undefined
}

/** The text around the selection. */
function around({ text, selection: { start, end } }: EditorHandle): [before: string, after: string] {
  return [text.slice(0, start), text.slice(end)]
}

/** Whether the browser can read a file: neither folders nor files that are gone. Requests with them get no answer. */
async function canRead(file: File): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer()
    return true
  } catch {
    return false
  }
}

/** What the server says about a refusal for which the client has no words of its own. */
function detailsOf(error: unknown): string[] {
  if (!(error instanceof ApiError) || error.status >= 500) return []
  return error.errors.flatMap(({ detail }) => detail || [])
}
