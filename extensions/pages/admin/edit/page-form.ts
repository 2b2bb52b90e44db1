import { ApiError, type App, conflictIn, createResource, Observable, saveResource } from '@parley/client'
import { type KeptForm, markUnsaved } from '@parley/client/admin'
import { listPath } from '../list/list-request.ts'
import type { PageRecord } from '../page-record.ts'
import { newId } from './new-id.ts'
import { pageSlug } from './page-slug.ts'
import {
  attributesOf,
  changedNames,
  emptyValues,
  type PageValueName,
  type PageValues,
  valueNames,
  valuesOf,
  withAttributes,
} from './page-values.ts'

export interface PageFormState {
  /** What the editor began from. */
  readonly from: PageValues
  readonly values: PageValues
  /** Whether the slug no longer follows the title. */
  readonly isSlugTyped: boolean
  /** What another administrator has made of values since, until it is decided which ones count. */
  readonly others: Partial<PageValues> | undefined
  /** Another administrator has deleted the page. */
  readonly isGone: boolean
  /** ISO 8601; of the last save in this tab. */
  readonly savedAt: string | undefined
}

/**
 * A page with the changes that are not saved yet. It lives as long as the tab shows the administration area, so that the changes
 * survive navigation there.
 */
export class PageForm extends Observable<PageFormState> implements KeptForm {
  readonly url: string
  readonly #app: App
  readonly #page: PageRecord | undefined

  /** @param page undefined for one that does not exist yet. */
  constructor(app: App, page?: PageRecord) {
    const values = page ? valuesOf(page) : emptyValues
    super({
      from: values,
      values,
      isSlugTyped: page !== undefined,
      others: undefined,
      isGone: false,
      savedAt: undefined,
    })
    this.#app = app
    this.#page = page
    this.url = `${listPath}/${this.id}`
    this.subscribe(() => markUnsaved(app, this, this.changes.length > 0))
  }

  /** The id of its page, or `newId`. */
  get id(): string {
    return this.#page?.id ?? newId
  }

  /** The names of what is not saved. */
  get changes(): readonly PageValueName[] {
    const { from, values } = this.state
    return changedNames(from, values)
  }

  /** Shows what is stored by now, unless there are changes: then saving tells what another has changed. */
  adopt(page: PageRecord): void {
    if (this.changes.length > 0 || page.content === undefined) return
    const values = valuesOf(page)
    if (changedNames(values, this.state.values).length > 0) this.update({ from: values, values })
  }

  /** Changes values. The slug of a new page follows its title until it is typed. */
  change(changes: Partial<PageValues>): void {
    const isSlugTyped = this.state.isSlugTyped || changes.slug !== undefined
    const follows = !isSlugTyped && changes.title !== undefined
    const slug = follows ? { slug: pageSlug(changes.title ?? '') } : {}
    this.update({ values: { ...this.state.values, ...changes, ...slug }, isSlugTyped })
  }

  /** Takes back all changes. */
  discard(): void {
    const { from } = this.state
    this.update({ values: from, others: undefined, isSlugTyped: this.#page !== undefined })
  }

  /** Goes on with the own values: the next save replaces those of the other administrator. */
  keepOwn(): void {
    const { from, others } = this.state
    if (others) this.update({ from: withAttributes(from, others), others: undefined })
  }

  /** Goes on from the values of the other administrator. @returns the own ones. */
  takeOthers(): PageValues {
    const { values, others } = this.state
    this.keepOwn()
    if (others) this.update({ values: withAttributes(values, others) })
    return values
  }

  /**
   * Stores the changes, or a new page.
   * @returns the stored page.
   * @throws ApiError; a conflict and a page that is gone are in the state then.
   */
  async save(): Promise<PageRecord> {
    const { values } = this.state
    const page = this.state.isGone ? undefined : this.#page
    try {
      const stored = page
        ? await this.#change(page)
        : await createResource(this.#app, 'pages', { attributes: attributesOf(values, valueNames) })
      this.update({ from: values, others: undefined, savedAt: new Date().toISOString() })
      return stored
    } catch (error) {
      this.#note(error)
      throw error
    }
  }

  async #change(page: PageRecord): Promise<PageRecord> {
    const { from, values } = this.state
    const { changes } = this
    const stored = await saveResource(this.#app, page, {
      attributes: attributesOf(values, changes),
      meta: { from: attributesOf(from, changes) },
    })
    return stored ?? page
  }

  #note(error: unknown): void {
    if (!(error instanceof ApiError)) return
    if (error.status === 404) this.update({ isGone: true })
    const found = this.changes.flatMap((name) => {
      const conflict = conflictIn(error, name)
      return conflict ? [[name, conflict.current]] : []
    })
    if (found.length === 0) return
    const others = withAttributes(emptyValues, Object.fromEntries(found))
    this.update({ others: Object.fromEntries(found.map(([name]) => [name, others[name as PageValueName]])) })
  }
}

const formsOfApp = new WeakMap<App, Map<string, PageForm>>()

/** The form of a page, with the changes that were left in it. */
export function formOf(app: App, page: PageRecord | undefined): PageForm {
  const forms = formsOfApp.get(app) ?? new Map<string, PageForm>()
  formsOfApp.set(app, forms)
  const id = page?.id ?? newId
  const form = forms.get(id) ?? new PageForm(app, page)
  forms.set(id, form)
  return form
}

/** Forgets the form of a page that is created by now, or gone. */
export function closeForm(app: App, id: string): void {
  const forms = formsOfApp.get(app)
  const form = forms?.get(id)
  if (form) markUnsaved(app, form, false)
  forms?.delete(id)
}
