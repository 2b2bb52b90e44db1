import { opendir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../../infrastructure/files/folders.ts'
import { randomText } from '../../infrastructure/keys/random.ts'
import type { MailDriver } from '../../points/notifications/mail-drivers.ts'
import { oneLine } from './addresses.ts'

/** Sends through the sendmail program of the machine. */
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

/** Logs sender, recipient and subject. The content is not logged, because it may hold links that log a user in. */
export const logDriver: MailDriver = {
  fields: {},
  delivers: false,
  async send({ from, to, subject }, { context }) {
    context.forum.log.info({ from, to, subject }, 'A mail was logged instead of being sent')
  },
}

/** The folder of the file driver. */
function mailFolder(dataDir: string): string {
  return join(dataDir, 'mail')
}

/** Writes a file for each message, named in the order of sending: for trial forums and tests. */
export const fileDriver: MailDriver = {
  fields: {},
  delivers: false,
  async send({ raw }, { context }) {
    const { dataDir } = context.forum
    const folder = mailFolder(dataDir)
    await makeFolder(folder, { mode: 0o700 })
    const name = `${fileNameTime(context.forum.now())}-${nextSequenceNumber()}-${randomText(6)}.eml`
    // Written under a temporary name and renamed, so that readers never see an incomplete file.
    const draft = join(folder, `${name}.draft`)
    await writeFile(draft, raw, { mode: 0o600, flush: true })
    await rename(draft, join(folder, name))
  },
}

const keptDays = 30

/** Deletes the messages that the file driver wrote more than 30 days ago; other files are kept. */
export async function deleteOldMails(dataDir: string, now: Date): Promise<void> {
  const folder = mailFolder(dataDir)
  const oldest = fileNameTime(new Date(now.getTime() - keptDays * 24 * 3600 * 1000))
  const entries = await opendir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  for await (const { name } of entries) {
    const isMail = /^\d{4}-\d\d-\d\dT[\dZ.-]+-\d{9}-\w{6}\.eml(\.draft)?$/.test(name)
    if (isMail && name < oldest) await rm(join(folder, name), { force: true })
  }
}

/** A time whose texts sort chronologically and are valid in file names on every system. */
function fileNameTime(time: Date): string {
  return time.toISOString().replaceAll(':', '-')
}

let messageCount = 0

/** Orders the messages of the same millisecond. */
function nextSequenceNumber(): string {
  messageCount += 1
  return String(messageCount).padStart(9, '0')
}
