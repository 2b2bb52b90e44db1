import type { StoreRecord } from '../../store/record.ts'
import type { App } from '../app.ts'
import type { Declared } from '../sources.ts'

type PostReference = (post: StoreRecord<'posts'>, app: App) => string

declare module '../extension.ts' {
  interface ClientExtension {
    /**
     * The source with which replies and quotations name the post that they answer, in place of a link to it. Of several
     * declarations the first counts.
     */
    postReference?: PostReference
  }
}

declare module '../app.ts' {
  interface App {
    /** How extensions name the post that a reply answers. */
    readonly postReferences: readonly Declared<PostReference>[]
  }
}
