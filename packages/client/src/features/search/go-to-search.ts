import type { App } from '../../base/app-context.ts'
import { searchPath } from './search-path.ts'

/** Goes into the field to search in; to its page where the header has none. */
export function goToSearch({ router }: App): void {
  const fields = document.querySelectorAll<HTMLInputElement>('.Search > input')
  const field = [...fields].find((candidate) => candidate.checkVisibility())
  if (field === undefined) {
    void router.navigate(searchPath(''))
    return
  }
  field.focus()
  field.select()
  // As if it was pointed at: it suggests.
  field.click()
}
