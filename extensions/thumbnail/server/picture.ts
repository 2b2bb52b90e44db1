import { type Context, type DiscussionRow, renderContent } from '@parley/server'
import './migration.ts'

/** A comment, as far as its picture depends on it. */
interface RenderedPost {
  content: string | null
  content_html: string | null
  markup_version: string | null
}

/** What a discussion keeps of its first post. */
export type StoredThumbnail = Pick<DiscussionRow, 'thumbnail' | 'is_thumbnail_public'>

/** Returns what a discussion keeps of its first post. */
export function thumbnailOf(
  post: RenderedPost & { hidden_at: string | null; is_private: boolean | null },
  context: Pick<Context, 'forum'>,
): StoredThumbnail {
  const thumbnail = pictureOf(post, context)
  const isPublic = post.hidden_at === null && post.is_private === false
  return { thumbnail, is_thumbnail_public: thumbnail !== null && isPublic }
}

/** Returns the picture of a comment (see `firstPicture`). HTML of another version of the markup is rendered again. */
function pictureOf(post: RenderedPost, { forum }: Pick<Context, 'forum'>): string | null {
  const { content, content_html, markup_version } = post
  const isCurrent = markup_version === forum.markup.version
  const html = isCurrent ? content_html : content && renderContent(forum, content).content_html
  // A reference without facts is text: what it shows depends on the reader.
  return html ? firstPicture(forum.markup.fill(html)) : null
}

/** An element around an emoji, or an image with its attributes. The writer escapes `>` in values. */
const images = /(<span class="(?:fla|e)moji">)?<img\b([^>]*)>/g
const emojiClass = /\sclass="(?:[^"]* )?emoji[ "]/
const source = /\ssrc="([^"]*)"/

const longest = 2000
const usable = /^(?:https?:\/\/[^\s/?#]|\/(?![/\\]))[^\s\p{Cc}"'<>\\]*$/iu

/**
 * Returns the decoded address of the first image in the HTML of a post that is no emoji. It is null without one, and for an
 * address that is neither of `http` or `https` nor a path, is too long, or has characters that need escaping.
 */
export function firstPicture(html: string): string | null {
  for (const [, emoji, attributes = ''] of html.matchAll(images)) {
    if (emoji || emojiClass.test(attributes)) continue
    const address = decode(source.exec(attributes)?.[1] ?? '')
    return address.length <= longest && usable.test(address) ? address : null
  }
  return null
}

const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }

/** Decodes what the writer of the markup escapes. */
function decode(value: string): string {
  return value.replace(/&(amp|lt|gt|quot);/g, (_, name: string) => characters[name] ?? '')
}
