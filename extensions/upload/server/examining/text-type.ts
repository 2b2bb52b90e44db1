import { createReadStream } from 'node:fs'

/** How many characters from its beginning make a text HTML. */
const readAsMarkup = 4096

// As the original decides.
const html = /<(?:!doctype\s+html|html|head|title|body|script|iframe|style|table|h1|a\s+href\s*=)/i
const prolog = /^(?:\s+|<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!doctype[^[>]*(?:\[[^\]]*\]\s*)?>)/i
/** What no text has: NUL, and other control characters that neither space nor end lines. */
const control = /[^\P{Cc}\t\n\v\f\r]/u

/** The media type of a UTF-8 text, by what it says; undefined for what is none. */
export async function textType(path: string): Promise<string | undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let start = ''
  try {
    for await (const chunk of createReadStream(path)) {
      const text = decoder.decode(chunk as Buffer, { stream: true })
      if (control.test(text)) return undefined
      if (start.length < readAsMarkup) start += text
    }
    start += decoder.decode()
  } catch {
    return undefined
  }
  return typeOfText(start)
}

function typeOfText(text: string): string {
  const root = withoutProlog(text)
  if (/^<(?:[a-z]+:)?svg[\s/>]/i.test(root)) return 'image/svg+xml'
  if (/^<(?:[a-z]+:)?html[\s/>]/i.test(root)) return 'text/html'
  if (/^\s*<\?xml\s/i.test(text)) return 'application/xml'
  return html.test(text.slice(0, readAsMarkup)) ? 'text/html' : 'text/plain'
}

/** The text from its root element on. */
function withoutProlog(text: string): string {
  let rest = text.replace(/^\ufeff/, '')
  for (let found = prolog.exec(rest); found; found = prolog.exec(rest)) rest = rest.slice(found[0].length)
  return rest
}
