import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'

/** A parsed mail. */
export interface SentMail {
  from: { name: string; address: string }
  to: { name: string; address: string }
  subject: string
  text: string
  html: string
  /** Values by header name in lower case. */
  headers: Readonly<Record<string, string>>
  /** URLs in the text, in order. */
  links: readonly string[]
}

/** The mails in a forum's data folder, in the order of sending. */
export async function readMails(dataDir: string): Promise<SentMail[]> {
  const folder = join(dataDir, 'mail')
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const files = names.filter((name) => name.endsWith('.eml')).sort()
  return Promise.all(files.map(async (name) => parseMail(await readFile(join(folder, name)))))
}

/** Parses a message (RFC 5322). */
export async function parseMail(raw: Uint8Array): Promise<SentMail> {
  const { from, to, subject = '', text = '', html = '', headers } = await PostalMime.parse(raw)
  const plain = text.replaceAll('\r\n', '\n')
  return {
    from: personOf(from),
    to: personOf(to?.[0]),
    subject,
    text: plain,
    html,
    headers: Object.fromEntries(headers.map(({ key, value }) => [key, value])),
    links: plain.match(/https?:\/\/\S+/g) ?? [],
  }
}

function personOf(person: { name?: string; address?: string | undefined } | undefined) {
  return { name: person?.name ?? '', address: person?.address ?? '' }
}
