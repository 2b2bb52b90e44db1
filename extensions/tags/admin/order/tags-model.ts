import { ApiError, type App, alertOnError, loadDocument, Observable } from '@parley/client'
import type { CollectionDocument } from '@parley/shared'
import { type Arrangement, arrangementOf, moved, type Place } from './arrangement.ts'

export interface TagsState {
  /** The ids of all tags. */
  readonly ids: readonly string[]
  readonly arrangement: Arrangement
  readonly phase: 'idle' | 'saving' | 'saved'
  /** The tag that was moved last: a new object each time. */
  readonly moved?: { readonly id: string }
}

export interface TagList {
  data: readonly { id: string }[]
}

/** The part of an `App` that the model needs. */
export type TagsAccess = Pick<App, 'api' | 'store' | 'alerts' | 't'>

/** All tags and their order. A move shows at once and is saved behind it; what fails is taken back. */
export class TagsModel extends Observable<TagsState> {
  readonly #app: TagsAccess
  /** The order that the server has. */
  #stored: Arrangement
  #undo: number | undefined

  constructor(app: TagsAccess, document: TagList) {
    super({ ...readTags(app, document), phase: 'idle' })
    this.#app = app
    this.#stored = this.state.arrangement
  }

  /** Loads the tags as they are now. */
  async reload(): Promise<void> {
    const document: TagList = await loadDocument<CollectionDocument>(this.#app, '/tags')
    const tags = readTags(this.#app, document)
    this.#stored = tags.arrangement
    this.update(tags)
  }

  /** Moves a tag. */
  move(id: string, place: Place): Promise<void> {
    return this.#arrange(id, moved(this.state.arrangement, id, place))
  }

  async #arrange(id: string, arrangement: Arrangement): Promise<void> {
    const isSaving = this.state.phase === 'saving'
    this.update({ arrangement, moved: { id }, phase: 'saving' })
    // The loop that saves goes on with it.
    if (isSaving) return
    const before = this.#stored
    try {
      while (this.#stored !== this.state.arrangement) {
        const order = this.state.arrangement
        await this.#app.api.request('/tags/order', { method: 'POST', body: { order, seen: this.#stored } })
        this.#stored = order
      }
    } catch (error) {
      await this.#takeBack(error)
      return
    }
    this.update({ phase: 'saved' })
    this.#offerUndo(before)
  }

  #offerUndo(before: Arrangement): void {
    const { alerts } = this.#app
    const { id } = this.state.moved ?? {}
    if (id === undefined) return
    if (this.#undo !== undefined) alerts.dismiss(this.#undo)
    this.#undo = alerts.show(this.#placeInWords(id), { undo: () => void this.#arrange(id, before) })
  }

  /** Shows the stored order again, or the one that another administrator has made meanwhile. */
  async #takeBack(error: unknown): Promise<void> {
    const { alerts } = this.#app
    this.update({ arrangement: this.#stored, phase: 'idle' })
    const hasChanged = error instanceof ApiError && [409, 422].includes(error.status)
    if (!hasChanged) {
      alerts.showError(error)
      return
    }
    await alertOnError(this.#app, () => this.reload())
    alerts.show(this.#app.t('tags.admin.tags.changed_message'), { tone: 'warning' })
  }

  #placeInWords(id: string): string {
    const { store, t } = this.#app
    const { arrangement } = this.state
    const nameOf = (tagId: string) => store.get('tags', tagId)?.name ?? ''
    const tag = nameOf(id)
    const index = arrangement.findIndex((root) => root.id === id)
    if (index >= 0) {
      const params = { tag, place: index + 1, count: arrangement.length }
      return t('tags.admin.tags.moved_primary_message', params)
    }
    const parent = arrangement.find(({ children }) => children.includes(id))
    if (parent === undefined) return t('tags.admin.tags.moved_secondary_message', { tag })
    const { children } = parent
    const place = children.indexOf(id) + 1
    const params = { tag, place, count: children.length, parent: nameOf(parent.id) }
    return t('tags.admin.tags.moved_child_message', params)
  }
}

function readTags({ store }: Pick<App, 'store'>, { data }: TagList) {
  const ids = data.map(({ id }) => id)
  const tags = ids.map((id) => store.get('tags', id)).filter((tag) => tag !== undefined)
  return { ids, arrangement: arrangementOf(tags) }
}
