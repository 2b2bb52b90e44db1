import type { App } from '../../../points/app.ts'
import type { AttachmentHandler } from '../../../points/composer/composer-extension.ts'
import { composerPartsOf, type Named } from '../../../points/composer/composer-parts.ts'
import type { ComposerTarget } from '../../../points/composer/composer-target.ts'
import { ApiError, describeError } from '../../../store/api-error.ts'
import { Observable } from '../../../store/observable.ts'
import { keepFocus } from '../editor/keep-focus.ts'
import { accepts } from './accepts.ts'

/** Files that are accepted at once; more are refused. */
const maxFiles = 20

/** A file that is being stored, or that could not be. */
export interface Upload {
  readonly placeholder: string
  readonly name: string
  /** From 0 to 1. */
  readonly progress: number
  /** Why it failed; undefined while it runs. */
  readonly error: string | undefined
  readonly retry: () => void
  /** Ends it, and removes its placeholder from the text. */
  readonly cancel: () => void
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
  #textId = 0
  #stopFollowing: (() => void) | undefined

  constructor(app: App) {
    super([])
    this.#app = app
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
      else await this.#start(file, handler)
    }
    if (refused.length > 0)
      alerts.show(t('core.forum.composer.upload_refused_message', { names: refused.join(', ') }), {
        tone: 'warning',
      })
  }

  /** Resolves when no upload runs, or `signal` is aborted. */
  whenDone(signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const check = () => {
      if (signal.aborted || this.state.every(({ error }) => error !== undefined)) resolve()
    }
    const stop = this.subscribe(check)
    signal.addEventListener('abort', check)
    check()
    return promise.finally(() => {
      stop()
      signal.removeEventListener('abort', check)
    })
  }

  async #start(file: File, handler: Handler): Promise<void> {
    const { composer } = this.#app
    const textId = this.#textId
    const placeholder = this.#placeholderFor(file)
    composer.placeholders.add(placeholder)
    const { editor } = composer
    await editor?.whenSettled()
    if (composer.state.textId !== textId) return
    if (!editor?.insert(placeholder))
      composer.change({ content: `${composer.state.fields.content}${placeholder}` })
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
      progress: 0,
      error: undefined,
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
    const store = async () => part.upload(file, { app, target, signal, onProgress })
    store().then(
      async (source) => {
        if (signal.aborted) return
        await this.#replace(placeholder, source)
        remove()
      },
      (error: unknown) => {
        if (signal.aborted) return
        if (!(error instanceof ApiError)) app.reportFailure(extension ?? 'core', error)
        change({ error: this.#describe(error) })
      },
    )
  }

  #describe(error: unknown): string {
    const { forum, t } = this.#app
    const { key, lines } = describeError(error, forum.baseOrigin)
    return key === undefined ? lines.join(' ') : t(key)
  }

  /** Replaces a placeholder, if it is still there; the caret stays where the writer is. */
  async #replace(placeholder: string, source: string): Promise<void> {
    const { composer } = this.#app
    const textId = this.#textId
    await composer.editor?.whenSettled()
    if (composer.state.textId !== textId) return
    const { content } = composer.state.fields
    const start = content.indexOf(placeholder)
    if (start === -1) return
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
    this.#stopFollowing?.()
    this.#stopFollowing = composer.subscribe(() => {
      const { target, textId } = composer.state
      if (target !== undefined && textId === this.#textId) return
      this.#stopFollowing?.()
      this.#stopFollowing = undefined
      this.#textId = 0
      for (const { cancel } of this.state) cancel()
    })
  }
}
