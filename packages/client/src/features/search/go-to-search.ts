import type { App } from '../../points/app.ts'
import { searchPath } from './search-path.ts'

/** Focuses the visible search field, or opens the search page if there is none. */
export function goToSearch({ router }: App): void {
  const fields = document.querySelectorAll<HTMLInputElement>('.Search > input')
  const field = [...fields].find((candidate) => candidate.checkVisibility())
  if (field === undefined) {
    void router.navigate(searchPath(''))
    return
  }
  field.focus()
  field.select()
  // A click opens the suggestions.
  field.click()
}
