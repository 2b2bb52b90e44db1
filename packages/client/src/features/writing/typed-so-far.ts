import type { ComposerFields } from '../../points/composer/composer-target.ts'

/** Returns the values typed into a `WritingForm` before hydration, for the composer that replaces the form. */
export function readWritingForm(): ComposerFields {
  const read = (name: string) => {
    const field = document.querySelector(`.WritingForm [name="${name}"]`)
    return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.value : ''
  }
  return { title: read('title'), content: read('content') }
}
