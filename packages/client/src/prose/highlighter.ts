import hljs from 'highlight.js/lib/core'
import { findLanguage, type Language } from './languages.ts'

const learning = new Map<string, Promise<void>>()

/** Whether code in a language can be given colours at once. */
export function knows({ name, needs = [] }: Language): boolean {
  return [name, ...needs].every((known) => hljs.getLanguage(known) !== undefined)
}

/** Loads a language, and those that stand inside of it. Rejects when it cannot be loaded. */
export async function learn(language: Language): Promise<void> {
  const inside = (language.needs ?? []).flatMap((name) => findLanguage(name) ?? [])
  await Promise.all([language, ...inside].map(learnOne))
}

function learnOne({ name, load }: Language): Promise<void> {
  const known = learning.get(name)
  if (known !== undefined) return known
  const learnt = load().then(
    ({ default: grammar }) => hljs.registerLanguage(name, grammar),
    (error) => {
      // To be tried again with the next block.
      learning.delete(name)
      throw error
    },
  )
  learning.set(name, learnt)
  return learnt
}

/** @returns HTML: the escaped text in `<span class="hljs-…">`. The language has to be learnt. */
export function highlight(text: string, { name }: Language): string {
  return hljs.highlight(text, { language: name, ignoreIllegals: true }).value
}
