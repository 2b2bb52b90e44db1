import type { App } from '../../points/app.ts'
import { Observable } from '../../store/observable.ts'

/** A form of the administration area. Its changes are kept while the tab shows the area. */
export interface KeptForm {
  /** Its address below the base path. */
  readonly url: string
}

/** The forms with changes that are not saved. */
class UnsavedForms extends Observable<readonly KeptForm[]> {
  constructor() {
    super([])
  }

  mark(form: KeptForm, isUnsaved: boolean): void {
    if (this.state.includes(form) === isUnsaved) return
    const others = this.state.filter((one) => one !== form)
    this.set(isUnsaved ? [...others, form] : others)
  }
}

const formsOfApp = new WeakMap<App, UnsavedForms>()

/** The forms of an app with changes that are not saved. */
export function unsavedFormsOf(app: App): UnsavedForms {
  const forms = formsOfApp.get(app) ?? new UnsavedForms()
  formsOfApp.set(app, forms)
  return forms
}

/**
 * Notes whether a form has changes that are not saved. The area reminds of them on its other pages, and the browser asks before
 * the tab loses them.
 */
export function markUnsaved(app: App, form: KeptForm, isUnsaved: boolean): void {
  unsavedFormsOf(app).mark(form, isUnsaved)
}
