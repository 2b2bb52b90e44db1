import type { StoreRecord } from '../../store/record.ts'
import type { App } from '../app.ts'
import type { Declared } from '../sources.ts'

/**
 * Changes the HTML of a post before it is shown, on the server and in browsers alike: what a page needs with its first paint,
 * such as the size of a picture. Everything that can wait is for `renderedPosts`. It runs for each post of a page. The result is
 * inserted as it is: values from elsewhere have to be escaped.
 * @param post undefined in previews.
 */
export type ChangePostHtml = (html: string, post: StoreRecord<'posts'> | undefined, app: App) => string

declare module '../extension.ts' {
  interface ClientExtension {
    /** A change of the HTML of posts before it is shown: the size of a picture. */
    postHtml?: ChangePostHtml
  }
}

declare module '../app.ts' {
  interface App {
    /** What extensions change in the HTML of posts. */
    readonly postHtml: readonly Declared<ChangePostHtml>[]
  }
}
