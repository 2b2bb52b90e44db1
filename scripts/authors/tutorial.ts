import { readFileSync } from 'node:fs'

/** A file that the tutorial writes, at one step. */
export interface TutorialFile {
  /** Path in the folder of the extension. */
  path: string
  text: string
  /** Whether it takes the place of a file that is there already. */
  replaces: boolean
}

/** The id of the extension that the tutorial makes. */
export const tutorialId = 'best-answer'

const document = new URL('../../docs/writing-an-extension.md', import.meta.url)
const languages = ['ts', 'tsx', 'yaml']

/** The files that docs/writing-an-extension.md writes, in order: each block of code follows 'Add' or 'Replace' and a path. */
export function readTutorial(): TutorialFile[] {
  const text = readFileSync(document, 'utf8')
  const blocks = [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)]
  return blocks
    .filter(([, language = '']) => languages.includes(language))
    .map(({ 2: code = '', index }) => {
      const [, verb, path] = /\b(Add|Replace)\s`([\w./-]+)`:\n\n$/.exec(text.slice(0, index)) ?? []
      if (!verb || !path) throw new Error(`The block of code has no path: ${code.slice(0, 60)}`)
      return { path, text: code, replaces: verb === 'Replace' }
    })
}
