import { isEmailAddress } from '@parley/shared'
import { findRow } from '../../engine/jsonapi/rows.ts'
import { deleteMail, listOutgoingMail, type OutgoingMail, retryMail } from '../../features/mail/outgoing.ts'
import { sendTestMail } from '../../features/mail/test-mail.ts'
import { displayNameOf } from '../../features/users/display-name.ts'
import { findByEmail } from '../../features/users/find.ts'
import type { Context } from '../../points/context/context.ts'
import { type Command, type CommandInput, UsageError } from '../command.ts'
import { jsonHelp, jsonOption, printJson } from '../json-output.ts'
import { withForum } from '../open-forum.ts'

/** `parley mail:list`: lists the mail that is not sent. */
export const listMailCommand: Command = {
  name: 'mail:list',
  summary: 'list the mail that failed or waits',
  usage: '[--limit <number>] [--json]',
  details: [
    'Lists the mail that could not be sent, and then the mail that waits, the newest first: id, state, kind, recipient, time, and the error of the last attempt. Bodies and links of mail are never shown.',
  ],
  options: { ...jsonOption, limit: { type: 'string' } },
  optionHelp: [
    ['--limit <number>', 'how many to list at most; 50 by default'],
    ['--json', 'one JSON object a line'],
  ],
  arguments: 0,
  run: (input) =>
    withForum(input, async (forum) => {
      const context = forum.asSystem()
      const { json, limit = '50' } = input.options
      const maximum = readNumber(limit, '--limit needs a whole number above 0.')
      let count = 0
      for await (const mail of listOutgoingMail(context)) {
        if (count === maximum) break
        count += 1
        input.terminal.print(json ? JSON.stringify(mail) : mailLine(mail, context))
      }
      if (count === 0 && !json) input.terminal.note('Nothing waits, and nothing failed.')
    }),
}

/** `parley mail:retry`: sends a mail again. */
export const retryMailCommand: Command = {
  name: 'mail:retry',
  summary: 'send a mail again that failed, or one that waits now',
  usage: '<id> [--json]',
  details: [
    'Queues the mail with this id, which mail:list shows, to be sent at once: a running server does that.',
  ],
  options: jsonOption,
  optionHelp: [jsonHelp],
  arguments: 1,
  run: (input) =>
    changeMail(input, async (id, context) => {
      await retryMail(id, context)
      if (input.options.json) printJson(input.terminal, { id, outcome: 'queued' })
      else input.terminal.print(`Mail ${id} will be sent in a moment.`)
    }),
}

/** `parley mail:delete`: drops a mail. */
export const deleteMailCommand: Command = {
  name: 'mail:delete',
  summary: 'drop a mail that failed or waits',
  usage: '<id> [--json]',
  details: ['Deletes the mail with this id, which mail:list shows. It is never sent.'],
  options: jsonOption,
  optionHelp: [jsonHelp],
  arguments: 1,
  run: (input) =>
    changeMail(input, async (id, context) => {
      await deleteMail(id, context)
      if (input.options.json) printJson(input.terminal, { id, outcome: 'deleted' })
      else input.terminal.print(`Mail ${id} is deleted.`)
    }),
}

/** `parley mail:test`: sends a test mail. */
export const testMailCommand: Command = {
  name: 'mail:test',
  summary: 'send a test mail at once',
  usage: '<email> [--json]',
  details: [
    'Sends a mail to this address with the settings of the forum, and says why if that fails. With the driver file or log no mail leaves the machine.',
  ],
  options: jsonOption,
  optionHelp: [jsonHelp],
  arguments: 1,
  run: (input) =>
    withForum(input, async (forum) => {
      const [address = ''] = input.arguments
      if (!isEmailAddress(address)) throw new UsageError(`'${address}' is not an email address.`)
      const context = forum.asSystem()
      const name = (await nameOfAccount(address, context)) ?? address.slice(0, address.lastIndexOf('@'))
      const error = await sendTestMail({ address, name }, context)
      if (input.options.json) printJson(input.terminal, { isSent: error === null, error })
      else if (error === null) input.terminal.print(`A test mail was sent to ${address}.`)
      else input.terminal.note(`The test failed: ${error}`)
      return error === null ? 0 : 1
    }),
}

async function nameOfAccount(address: string, context: Context): Promise<string | undefined> {
  const found = await findByEmail(context.db, address)
  return found && displayNameOf(await findRow(context, 'users', found.id), context.forum)
}

function changeMail(
  input: CommandInput,
  change: (id: number, context: Context) => Promise<void>,
): Promise<number> {
  return withForum(input, async (forum) => {
    const [text = ''] = input.arguments
    await change(readNumber(text, `'${text}' is not the id of a mail.`), forum.asSystem())
  })
}

function readNumber(text: string | boolean, fault: string): number {
  if (typeof text !== 'string' || !/^[1-9]\d{0,14}$/.test(text)) throw new UsageError(fault)
  return Number(text)
}

function mailLine(mail: OutgoingMail, { forum }: Context): string {
  const { id, state, kind, recipient, error, attempts, createdAt, failedAt, dueAt } = mail
  const times = [
    `made ${createdAt}`,
    ...(failedAt === null ? [] : [`failed ${failedAt}`]),
    ...(state === 'waiting' ? [`due ${dueAt}`] : []),
    `${attempts} attempts`,
  ]
  const about = forum.translate(`core.admin.email.kinds.${kind}`)
  const line = `${id}  ${state}  ${recipient ?? 'unknown recipient'}  ${about}, ${times.join(', ')}`
  return error === null ? line : `${line}: ${error}`
}
