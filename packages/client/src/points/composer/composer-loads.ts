import type { App } from '../app.ts'
import type { Source } from '../sources.ts'
import type { ComposerExtension } from './composer-extension.ts'

type Load = () => Promise<{ default: ComposerExtension }>

/** Lists what extensions load with the composer. */
export function combineComposerLoads(sources: readonly Source[]): App['composerLoads'] {
  return sources.flatMap(({ id, extension: { composer } }) =>
    composer === undefined ? [] : { extension: id ?? 'core', load: composer },
  )
}

declare module '../extension.ts' {
  interface ClientExtension {
    /**
     * What the extension adds to the composer: fields, steps before sending, keys, completions, commands with buttons, and
     * attachments. It is loaded with the composer: `() => import('./composer.tsx')`.
     */
    composer?: Load
  }
}

declare module '../app.ts' {
  interface App {
    /** What extensions load with the composer. */
    readonly composerLoads: readonly { extension: string; load: Load }[]
  }
}
