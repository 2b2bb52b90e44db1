import { ExtensionError } from '../../infrastructure/errors.ts'
import type { Declared } from '../declared.ts'
import { definePoint } from '../extension-point.ts'

declare module '../extension.ts' {
  interface Extension {
    /**
     * Scripts besides those of the forum's pages, by name: a service worker, the script of a page that the extension writes
     * itself. The `worker.ts` in a folder `scripts` beside its `client.tsx` is built as a classic script of its own, which shares
     * no code with others. A route of the extension sends its text, or a page links to its address: `forum.pages.script('id/worker')`.
     */
    scripts?: readonly string[]
  }
}

declare module '../extension-point.ts' {
  interface Points {
    /** The names of scripts, behind the id of their extension: `pwa/worker`. */
    scripts: ReadonlySet<string>
  }
}

/** Lists the scripts of extensions. @throws ExtensionError for what is no name of a file. */
export function combineScripts(declared: readonly Declared<readonly string[] | undefined>[]): Set<string> {
  const names = declared.flatMap(({ owner, section = [] }) => {
    const wrong = section.find((name) => !/^[a-z][a-z-]*$/.test(name))
    if (wrong !== undefined) throw new ExtensionError(owner, 'scripts', `'${wrong}' is no name of a script`)
    return section.map((name) => `${owner}/${name}`)
  })
  return new Set(names)
}

/** Scripts besides those of the forum's pages. */
export const scriptsPoint = definePoint('scripts', {
  sections: ['scripts'],
  combine: ({ scripts }) => combineScripts(scripts),
})
