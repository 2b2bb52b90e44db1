import type { Locator, Page } from '@playwright/test'
import { withExtension } from '../fixtures/with-extension.ts'

/** A forum with an extension that uses every point of the composer, with keys that the toolbar for Markdown has, too. */
export const test = withExtension('editor-points', { without: ['markdown'] })

export const suggestions = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' })
export const option = (page: Page, name: string | RegExp) =>
  suggestions(page).getByRole('option', { name, exact: true })

export const selectedText = (field: Locator) =>
  field.evaluate((element) => {
    const { value, selectionStart, selectionEnd } = element as HTMLTextAreaElement
    return value.slice(selectionStart, selectionEnd)
  })

/** Pastes or drops data as a browser does. @returns whether it is left to the browser. */
export const giveData = (field: Locator, kind: 'paste' | 'drop', type: string, data: string) =>
  field.evaluate(
    (element, [kind, type, data]) => {
      const transfer = new DataTransfer()
      transfer.setData(type, data)
      const options = { bubbles: true, cancelable: true }
      const event =
        kind === 'paste'
          ? new ClipboardEvent('paste', { ...options, clipboardData: transfer })
          : new DragEvent('drop', { ...options, dataTransfer: transfer })
      return element.dispatchEvent(event)
    },
    [kind, type, data] as const,
  )
