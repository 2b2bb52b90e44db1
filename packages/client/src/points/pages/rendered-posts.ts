import type { StoreRecord } from '../../store/record.ts'
import type { App } from '../app.ts'
import type { Declared } from '../sources.ts'

/** What an enhancement knows of the text that it gets. */
export interface RenderedPost {
  app: App
  /** The post; undefined in previews. */
  post: StoreRecord<'posts'> | undefined
  /** A preview in the composer, which is rendered while one types, or of a reply that is being sent. */
  isPreview: boolean
}

/**
 * Changes the rendered text of a post in the browser. It runs on each rendering: at first, after an edit, for posts that
 * load later, and in previews. Errors are reported, and the text stays.
 * @returns ends what it began; called when the text has changed or leaves the page.
 */
export type EnhancePost = (element: HTMLElement, context: RenderedPost) => (() => void) | undefined

type Load = () => Promise<{ default: EnhancePost }>

declare module '../extension.ts' {
  interface ClientExtension {
    /** What the browser does with the texts of posts, loaded with the first of them: `() => import('./post-text.ts')`. */
    renderedPosts?: Load
  }
}

declare module '../app.ts' {
  interface App {
    /** What extensions do with the texts of posts. */
    readonly renderedPosts: readonly Declared<Load>[]
  }
}
