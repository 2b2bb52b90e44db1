import { ApiError, type App, Observable } from '@parley/client'
import { nameOf } from '../client/types.ts'
import type { Reaction, ReactionRecord } from '../shared.ts'

/** A type of reactions, as administrators see it. */
export interface ListedType extends ReactionRecord {
  id: string
}

export interface TypesState {
  readonly types: readonly ListedType[]
  readonly phase: 'loading' | 'idle' | 'saving' | 'saved'
  /** The type that was moved last: a new object each time. */
  readonly moved?: { readonly id: string }
}

/** What is written of a type. */
export type TypeAttributes = Pick<Reaction, 'identifier' | 'display' | 'type'>

/** The part of an `App` that the model needs. */
export type TypesAccess = Pick<App, 'api' | 'alerts' | 't'>

/** All types in their order. What is moved or switched shows at once and is saved behind it; what fails is taken back. */
export class TypesModel extends Observable<TypesState> {
  readonly #app: TypesAccess
  /** The order that the server has. */
  #stored: readonly string[] = []
  #isSavingOrder = false

  constructor(app: TypesAccess) {
    super({ types: [], phase: 'loading' })
    this.#app = app
  }

  /** Loads the types as they are now. @throws ApiError */
  async reload(): Promise<void> {
    const { data } = await this.#app.api.request<{
      data: readonly { id: string; attributes: ReactionRecord }[]
    }>('/reactions')
    const types = data
      .map(({ id, attributes }) => ({ id, ...attributes }))
      .toSorted((one, other) => one.position - other.position)
    this.#stored = types.map(({ id }) => id)
    this.update({ types, phase: this.state.phase === 'loading' ? 'idle' : this.state.phase })
  }

  /** Moves a type to a place, counted from 0 in the list without it. */
  async move(id: string, place: number): Promise<void> {
    const type = this.state.types.find((each) => each.id === id)
    if (!type) return
    const types = this.state.types.filter((each) => each !== type)
    types.splice(place, 0, type)
    this.update({ types, moved: { id }, phase: 'saving' })
    // The loop that saves goes on with it.
    if (this.#isSavingOrder) return
    this.#isSavingOrder = true
    try {
      await this.#saveOrder()
      this.update({ phase: 'saved' })
      const { t, alerts } = this.#app
      alerts.show(
        t('reactions.admin.page.reactions.moved_message', this.#placeOf(this.state.moved?.id ?? id)),
        {
          tone: 'success',
          timeout: 5000,
        },
      )
    } catch (error) {
      await this.#takeBack(error)
    }
    this.#isSavingOrder = false
  }

  /** Switches a type on or off. */
  async enable(id: string, enabled: boolean): Promise<void> {
    this.#replace(id, { enabled })
    try {
      await this.#patch(id, { enabled })
      this.update({ phase: 'saved' })
    } catch (error) {
      this.#replace(id, { enabled: !enabled })
      await this.#takeBack(error)
    }
  }

  /** Adds a type, or changes the one with the id. @throws ApiError */
  async save(attributes: TypeAttributes, id?: string): Promise<void> {
    if (id !== undefined) await this.#patch(id, attributes)
    else {
      const { identifier, type, display } = attributes
      const body = { data: { type: 'reactions', attributes: { identifier, type } } }
      const { data } = await this.#app.api.request<{ data: { id: string } }>('/reactions', {
        method: 'POST',
        body,
      })
      if (display) await this.#patch(data.id, { display })
    }
    await this.reload()
  }

  /** Deletes a type with all its reactions. @throws ApiError */
  async remove(id: string): Promise<void> {
    await this.#app.api.request(`/reactions/${id}`, { method: 'DELETE' })
    await this.reload()
  }

  async #saveOrder(): Promise<void> {
    const order = () => this.state.types.map(({ id }) => id)
    while (this.#stored.join() !== order().join()) {
      const sent = order()
      await this.#app.api.request('/reactions/order', {
        method: 'POST',
        body: { order: sent.map(Number), seen: this.#stored.map(Number) },
      })
      this.#stored = sent
    }
  }

  async #patch(id: string, attributes: Partial<Reaction>): Promise<void> {
    const body = { data: { type: 'reactions', id, attributes } }
    await this.#app.api.request(`/reactions/${id}`, { method: 'PATCH', body })
  }

  async #takeBack(error: unknown): Promise<void> {
    this.update({ phase: 'idle' })
    // Another administrator may have deleted what was changed.
    await this.reload().catch(() => {})
    const { alerts, t } = this.#app
    const isOutdated = error instanceof ApiError && error.status === 409
    if (isOutdated) alerts.show(t('reactions.admin.page.reactions.changed_message'), { tone: 'warning' })
    else alerts.showError(error)
  }

  #replace(id: string, change: Partial<ListedType>): void {
    this.update({ types: this.state.types.map((each) => (each.id === id ? { ...each, ...change } : each)) })
  }

  #placeOf(id: string) {
    const { types } = this.state
    const index = types.findIndex((type) => type.id === id)
    const type = types[index]
    return { reaction: (type && nameOf(type, this.#app.t)) ?? '', place: index + 1, count: types.length }
  }
}
