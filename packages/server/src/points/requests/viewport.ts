import { ExtensionError } from '../../infrastructure/errors.ts'
import type { Declared } from '../declared.ts'
import { definePoint } from '../extension-point.ts'

declare module '../extension.ts' {
  interface Extension {
    /** What pages add to `<meta name="viewport">`: `viewport-fit=cover`, for bars at the edge of the screen. */
    viewport?: readonly string[]
  }
}

declare module '../extension-point.ts' {
  interface Points {
    viewport: readonly string[]
  }
}

/** Lists what extensions add to the viewport, each once. @throws ExtensionError for what is no `name=value`. */
export function combineViewports(declared: readonly Declared<readonly string[] | undefined>[]): string[] {
  const parts = declared.flatMap(({ owner, section = [] }) => {
    const wrong = section.find((part) => !/^[a-z-]+=[a-z0-9.-]+$/.test(part))
    if (wrong !== undefined) throw new ExtensionError(owner, 'viewport', `'${wrong}' is no name=value`)
    return section
  })
  return [...new Set(parts)]
}

/** The viewport of pages. */
export const viewportPoint = definePoint('viewport', {
  sections: ['viewport'],
  combine: ({ viewport }) => combineViewports(viewport),
})
