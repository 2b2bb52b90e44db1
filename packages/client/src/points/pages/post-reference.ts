import type { StoreRecord } from '../../store/record.ts'
import type { App } from '../app.ts'
import type { Declared } from '../sources.ts'

export type PostReference = (post: StoreRecord<'posts'>, app: App) => string

type Load = () => Promise<{ default: PostReference }>

declare module '../extension.ts' {
  interface ClientExtension {
    /**
     * The source with which replies and quotations name the post that they answer, in place of a link to it, loaded with
     * the first of them: `() => import('./post-reference.ts')`. Of several declarations the first counts.
     */
    postReference?: Load
  }
}

declare module '../app.ts' {
  interface App {
    /** How extensions name the post that a reply answers. */
    readonly postReferences: readonly Declared<Load>[]
  }
}
