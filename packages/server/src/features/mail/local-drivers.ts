import { opendir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../../infrastructure/files/folders.ts'
import { randomText } from '../../infrastructure/keys/random.ts'
import type { MailDriver } from '../../points/notifications/mail-drivers.ts'
import { oneLine } from './addresses.ts'

/** The sendmail program of the machine. */
export const sendmailDriver: MailDriver = {
  fields: {},
  delivers: true,
  async send({ from, to, raw }, { signal }) {
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({ sendmail: true, newline: 'unix' })
    try {
      await transport.sendMail({ envelope: { from, to }, raw, signal })
    } catch (error) {
      throw new Error(oneLine(error instanceof Error ? error.message : String(error)))
    }
  },
}

/** Tells the log who would have got what. The content stays out of it: it may hold links that let people in. */
export const logDriver: MailDriver = {
  fields: {},
  delivers: false,
  async send({ from, to, subject }, { context }) {
    context.forum.log.info({ from, to, subject }, 'A mail was not sent but logged')
  },
}

/** Where the file driver puts messages. */
function mailFolder(dataDir: string): string {
  return join(dataDir, 'mail')
}

/** A file for each message, in the order they were sent: for forums that are tried out, and for tests. */
export const fileDriver: MailDriver = {
  fields: {},
  delivers: false,
  async send({ raw }, { context }) {
    const { dataDir } = context.forum
    const folder = mailFolder(dataDir)
    await makeFolder(folder, { mode: 0o700 })
    const name = `${timeInName(context.forum.now())}-${nextNumber()}-${randomText(6)}.eml`
    // Whole before it gets its name, so that nobody reads half of it.
    const draft = join(folder, `${name}.draft`)
    await writeFile(draft, raw, { mode: 0o600, flush: true })
    await rename(draft, join(folder, name))
  },
}

const keptDays = 30

/** Deletes the messages that the file driver wrote more than 30 days ago; other files stay. */
export async function deleteOldMails(dataDir: string, now: Date): Promise<void> {
  const folder = mailFolder(dataDir)
  const oldest = timeInName(new Date(now.getTime() - keptDays * 24 * 3600 * 1000))
  const entries = await opendir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  for await (const { name } of entries) {
    const isMail = /^\d{4}-\d\d-\d\dT[\dZ.-]+-\d{9}-\w{6}\.eml(\.draft)?$/.test(name)
    if (isMail && name < oldest) await rm(join(folder, name), { force: true })
  }
}

/** In the order of time as text, and allowed in names of files everywhere. */
function timeInName(time: Date): string {
  return time.toISOString().replaceAll(':', '-')
}

let written = 0

/** Keeps messages of one millisecond in their order. */
function nextNumber(): string {
  written += 1
  return String(written).padStart(9, '0')
}
