import { type App, Observable } from '@parley/client'
import type { Policy } from '../shared.ts'

/** A policy, as administrators see it. */
export interface ListedPolicy extends Policy {
  id: string
}

export interface PoliciesState {
  readonly policies: readonly ListedPolicy[]
  readonly phase: 'loading' | 'idle' | 'saving' | 'saved'
  /** The policy that was moved last: a new object each time. */
  readonly moved?: { readonly id: string }
}

/** What is written of a policy. */
export type WrittenPolicy = Pick<
  Policy,
  'name' | 'url' | 'update_message' | 'terms_updated_at' | 'optional' | 'additional_info'
>

interface Answer {
  data: readonly { id: string; attributes: Policy }[]
}

const path = '/fof/terms/policies'

/** All policies in their order. A move shows at once and is saved behind it; one that fails is taken back. */
export class PoliciesModel extends Observable<PoliciesState> {
  readonly #app: Pick<App, 'api' | 'alerts' | 't'>

  constructor(app: Pick<App, 'api' | 'alerts' | 't'>) {
    super({ policies: [], phase: 'loading' })
    this.#app = app
  }

  /** Loads the policies as they are now. @throws ApiError */
  async reload(): Promise<void> {
    this.#show(await this.#app.api.request<Answer>(path))
  }

  /** Moves a policy to a place, from 0 in the list without it. */
  async move(id: string, place: number): Promise<void> {
    const { policies: before } = this.state
    const moved = before.find((policy) => policy.id === id)
    if (!moved) return
    const policies = before.filter((policy) => policy !== moved)
    policies.splice(place, 0, moved)
    this.update({ policies, moved: { id }, phase: 'saving' })
    const { api, alerts, t } = this.#app
    try {
      const sort = policies.map((policy) => Number(policy.id))
      this.#show(await api.request<Answer>(`${path}/order`, { method: 'POST', body: { sort } }))
      this.update({ phase: 'saved' })
      const params = { policy: moved.name, place: place + 1, count: policies.length }
      alerts.show(t('terms.admin.policies.moved_message', params), { tone: 'success', timeout: 5000 })
    } catch (error) {
      this.update({ policies: before, phase: 'idle' })
      // Another administrator may have added or deleted a policy.
      await this.reload().catch(() => {})
      alerts.showError(error)
    }
  }

  /** Adds a policy, or changes the one with the id. @throws ApiError */
  async save(attributes: WrittenPolicy, id?: string): Promise<void> {
    const body = { data: { type: 'fof-terms-policies', ...(id !== undefined && { id }), attributes } }
    if (id === undefined) await this.#app.api.request(path, { method: 'POST', body })
    else await this.#app.api.request(`${path}/${id}`, { method: 'PATCH', body })
    await this.reload()
  }

  /** Deletes a policy. @throws ApiError */
  async remove(id: string): Promise<void> {
    await this.#app.api.request(`${path}/${id}`, { method: 'DELETE' })
    await this.reload()
  }

  #show({ data }: Answer): void {
    const policies = data.map(({ id, attributes }) => ({ id, ...attributes }))
    this.update({ policies, phase: this.state.phase === 'loading' ? 'idle' : this.state.phase })
  }
}
