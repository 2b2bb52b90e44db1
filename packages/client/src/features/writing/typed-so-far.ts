import type { ComposerFields } from '../../base/composer/composer.ts'

/** What somebody typed into a `WritingForm` before the scripts arrived, which offer the composer instead. */
export function typedSoFar(): ComposerFields {
  const read = (name: string) => {
    const field = document.querySelector(`.WritingForm [name="${name}"]`)
    return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.value : ''
  }
  return { title: read('title'), content: read('content') }
}
