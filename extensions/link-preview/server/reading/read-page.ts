import { type Context, type PublicFile, readPublic, Unfetchable } from '@parley/server'
import { decoderFor, PRESCANNED } from './charset.ts'
import type { PageFacts } from './facts.ts'
import { PageParser } from './page-parser.ts'

type Asking = Pick<Context['forum'], 'network' | 'baseUrl' | 'version'>

/** Of a page, redirects included. */
const limits = { accept: 'text/html,application/xhtml+xml', maximumBytes: 1024 * 1024, seconds: 10 }

/** Reads what a page on another site says of itself; null if it cannot be read, or is no HTML. */
export async function readPage(forum: Asking, address: string): Promise<PageFacts | null> {
  const facts = await readPublic(forum, address, limits, readHtml)
  return facts instanceof Unfetchable ? null : facts
}

async function readHtml({ url, headers, pieces }: PublicFile): Promise<PageFacts | null> {
  const contentType = headers['content-type'] ?? ''
  if (!/^\s*(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i.test(contentType)) return null
  const parser = new PageParser()
  let start = Buffer.alloc(0)
  let decoder: TextDecoder | undefined
  for await (const piece of pieces) {
    if (decoder) parser.write(decoder.decode(piece, { stream: true }))
    else {
      start = Buffer.concat([start, piece])
      if (start.length < PRESCANNED) continue
      decoder = decoderFor(start, contentType)
      parser.write(decoder.decode(start, { stream: true }))
    }
    if (parser.isDone) break
  }
  if (!decoder) parser.write(decoderFor(start, contentType).decode(start))
  return parser.end(url)
}
