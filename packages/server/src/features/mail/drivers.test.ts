import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import {
  createTestForum,
  type MailServerOptions,
  setSettings,
  startMailServer,
  type TestForum,
} from '@parley/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { PermanentFailure } from '../../points/jobs/jobs.ts'
import { sendMail } from './mail.ts'
import { sendByMailgun } from './mailgun-driver.ts'

const ann = { name: 'Ann', address: 'ann@machine.local' }

const send = ({ current, asSystem }: TestForum) =>
  current.write(asSystem(), (context) =>
    sendMail(context, { to: ann, locale: null, key: 'core.email.send_test' }),
  )

const failedJobsOf = ({ current: { database } }: TestForum) =>
  database.read.selectFrom('failed_jobs').selectAll().execute()

const warnings = ({ logged }: TestForum) =>
  logged
    .filter(({ level }) => level !== 'info')
    .map(({ details }) => String((details as { err: Error }).err.message))

/** Opens a forum whose settings name a mail server with the given options. */
async function openSending(server: MailServerOptions = {}, settings: Record<string, string> = {}) {
  const mailServer = await startMailServer(server)
  const forum = await createTestForum()
  await setSettings(forum, {
    mail_driver: 'smtp',
    mail_host: '127.0.0.1',
    mail_port: String(mailServer.port),
    ...settings,
  })
  return { forum, server: mailServer }
}

describe('smtp', () => {
  test('delivers to a server without authentication', async () => {
    const { forum, server } = await openSending()
    await send(forum)
    await forum.settled()
    expect(server.accepted).toMatchObject([{ to: ann, isEncrypted: false, user: undefined }])
    expect(await forum.mails()).toEqual([])
  })

  test('logs in', async () => {
    const account = { user: 'forum', password: 'open sesame' }
    const { forum, server } = await openSending(
      { account },
      { mail_username: 'forum', mail_password: 'open sesame' },
    )
    await send(forum)
    await forum.settled()
    expect(server.accepted).toMatchObject([{ user: 'forum' }])
  })

  test('a wrong password is retried, and not logged', async () => {
    const account = { user: 'forum', password: 'open sesame' }
    const { forum, server } = await openSending(
      { account },
      { mail_username: 'forum', mail_password: 'wrong horse' },
    )
    await send(forum)
    await forum.settled()
    expect(warnings(forum)).toEqual([expect.stringContaining('535')])
    expect(JSON.stringify(forum.logged)).not.toMatch(/wrong horse|d3JvbmcgaG9yc2U/)
    await setSettings(forum, { mail_password: 'open sesame' })
    forum.clock.advance(60)
    await forum.settled()
    expect(server.accepted).toHaveLength(1)
    expect(await failedJobsOf(forum)).toEqual([])
  })

  test('missing encryption is a failure where it is required, and nothing is sent unencrypted', async () => {
    const { forum, server } = await openSending({}, { mail_encryption: 'tls' })
    await send(forum)
    await forum.settled()
    expect({ accepted: server.accepted, warnings: warnings(forum).length }).toEqual({
      accepted: [],
      warnings: 1,
    })
  })

  test.each(['tls', 'ssl', ''])('an untrusted certificate is a failure (%j)', async (mail_encryption) => {
    const tls = mail_encryption === 'ssl' ? 'from the start' : 'offered'
    const { forum, server } = await openSending({ tls }, { mail_encryption })
    await send(forum)
    await forum.settled()
    expect({ accepted: server.accepted, warnings: warnings(forum) }).toEqual({
      accepted: [],
      warnings: [expect.stringMatching(/certificate/)],
    })
  })

  test.each(['offered', 'from the start'] as const)('encryption that is %s is used', async (tls) => {
    const server = await startMailServer({ tls })
    const forum = await createTestForum({ smtpUrl: `${server.url}/?tls.rejectUnauthorized=false` })
    await send(forum)
    await forum.settled()
    expect(server.accepted).toMatchObject([{ isEncrypted: true }])
  })

  test('the server of the environment overrides the settings', async () => {
    const server = await startMailServer({ account: { user: 'a@b', password: 'p:w/d' } })
    const url = server.url.replace('//', '//a%40b:p%3Aw%2Fd@')
    const forum = await createTestForum({ smtpUrl: url })
    await setSettings(forum, { mail_driver: 'smtp', mail_host: 'nowhere.invalid' })
    await send(forum)
    await forum.settled()
    expect(server.accepted).toMatchObject([{ user: 'a@b' }])
  })

  test('a temporary failure is retried with the same Message-ID until it succeeds', async () => {
    let attempts = 0
    const ids = new Set<string | undefined>()
    const { forum, server } = await openSending({
      onMessage({ headers }) {
        attempts += 1
        ids.add(headers['message-id'])
        if (attempts < 3) throw Object.assign(new Error('Come back later'), { responseCode: 451 })
      },
    })
    await send(forum)
    for (let n = 0; n < 3; n++) {
      await forum.settled()
      forum.clock.advance(120)
    }
    expect({ attempts, accepted: server.accepted.length, messageIds: ids.size }).toEqual({
      attempts: 3,
      accepted: 1,
      messageIds: 1,
    })
    expect(warnings(forum)).toEqual([expect.stringContaining('451'), expect.stringContaining('451')])
  })

  test('a permanent failure is a failed job after one attempt', async () => {
    const { forum, server } = await openSending({
      onMessage() {
        throw Object.assign(new Error('No such mailbox'), { responseCode: 550 })
      },
    })
    await send(forum)
    await forum.settled()
    expect(server.accepted).toEqual([])
    expect(await failedJobsOf(forum)).toMatchObject([
      {
        ...{ name: 'mail.send', attempts: 1, error: expect.stringContaining('550') },
        description: 'core.email.send_test',
        recipient: 'ann@machine.local',
      },
    ])
  })

  test('a refused connection is a temporary failure', async () => {
    const { forum } = await openSending({}, { mail_port: '1' })
    await send(forum)
    await forum.settled()
    expect(warnings(forum)).toEqual([expect.stringContaining('ECONNREFUSED')])
  })
})

describe('invalid settings', () => {
  test.each<Record<string, string>>([
    { mail_driver: 'pigeon' },
    { mail_driver: 'toString' },
    { mail_driver: 'smtp', mail_host: '' },
    { mail_driver: 'smtp', mail_host: 'localhost', mail_port: '70000' },
    { mail_driver: 'smtp', mail_host: 'localhost', mail_encryption: 'rot13' },
    {
      mail_driver: 'mailgun',
      mail_mailgun_secret: 's',
      mail_mailgun_domain: 'a/b',
      mail_mailgun_region: 'api.mailgun.net',
    },
    {
      mail_driver: 'mailgun',
      mail_mailgun_secret: 's',
      mail_mailgun_domain: 'a.b',
      mail_mailgun_region: 'evil.invalid',
    },
  ])('%j send nothing until they are corrected', async (settings) => {
    const forum = await createTestForum()
    await setSettings(forum, settings)
    await send(forum)
    await forum.settled()
    expect(warnings(forum)).toEqual([expect.stringContaining('Mail is not set up')])
    await setSettings(forum, { mail_driver: 'file' })
    forum.clock.advance(60)
    expect(await forum.mails()).toHaveLength(1)
  })
})

describe('mailgun', () => {
  async function api(status: number) {
    const requests: { url: string | undefined; authorization: string | undefined; body: string }[] = []
    const server = createServer((request, response) => {
      void buffer(request).then((body) => {
        const { url, headers } = request
        requests.push({ url, authorization: headers.authorization, body: body.toString() })
        response.writeHead(status).end('{"message":"secret echo"}')
      })
    })
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const account = { api: `http://127.0.0.1:${port}`, domain: 'mg.machine.local', secret: 'key-1' }
    const message = {
      from: 'a@b.c',
      to: 'ann@machine.local',
      subject: 'Hi',
      raw: Buffer.from('Subject: Hi\r\n\r\nHello'),
    }
    return { requests, send: () => sendByMailgun(account, message, AbortSignal.timeout(5000)) }
  }

  test('gets the message unchanged', async () => {
    const { requests, send } = await api(200)
    await send()
    expect(requests).toMatchObject([
      { url: '/v3/mg.machine.local/messages.mime', authorization: `Basic ${btoa('api:key-1')}` },
    ])
    const { body } = requests[0] ?? {}
    expect(body).toMatch(/name="to"\r\n\r\nann@machine\.local\r\n/)
    expect(body).toContain('Subject: Hi\r\n\r\nHello')
  })

  test.each([401, 429, 500, 302])('its status %d is a temporary failure', async (status) => {
    const { send } = await api(status)
    const failure = await send().catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(Error)
    expect(failure).not.toBeInstanceOf(PermanentFailure)
    expect(String(failure)).not.toMatch(/key-1|echo/)
  })

  test('its status 400 is a permanent failure', async () => {
    const { send } = await api(400)
    await expect(send()).rejects.toThrow(PermanentFailure)
  })
})

describe('local drivers', () => {
  test('sendmail gets the message on stdin and the addresses as arguments', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parley-sendmail-'))
    const { PATH } = process.env
    onTestFinished(async () => {
      process.env.PATH = PATH
      await rm(folder, { recursive: true })
    })
    await writeFile(
      join(folder, 'sendmail'),
      `#!/bin/sh\necho "$@" > ${folder}/arguments\ncat > ${folder}/input\n`,
    )
    await chmod(join(folder, 'sendmail'), 0o755)
    process.env.PATH = `${folder}:${PATH}`
    const forum = await createTestForum()
    await setSettings(forum, { mail_driver: 'mail' })
    await send(forum)
    await forum.settled()
    expect(await readFile(join(folder, 'arguments'), 'utf8')).toMatch(
      /-f noreply@localhost.* ann@machine\.local\n$/,
    )
    const input = await readFile(join(folder, 'input'), 'utf8')
    expect(input).toContain('Subject: Test email from Test forum\n')
    expect(input).not.toContain('\r')
  })

  test('a missing sendmail is a temporary failure', async () => {
    const { PATH } = process.env
    onTestFinished(() => {
      process.env.PATH = PATH
    })
    process.env.PATH = '/nonexistent'
    const forum = await createTestForum()
    await setSettings(forum, { mail_driver: 'mail' })
    await send(forum)
    await forum.settled()
    expect(warnings(forum)).toHaveLength(1)
  })

  test('the log driver logs sender, recipient and subject, not the content', async () => {
    const forum = await createTestForum()
    await setSettings(forum, { mail_driver: 'log' })
    await send(forum)
    await forum.settled()
    expect(forum.logged.filter(({ level }) => level === 'info')).toEqual([
      {
        level: 'info',
        message: 'A mail was logged instead of being sent',
        details: {
          from: 'noreply@localhost',
          to: 'ann@machine.local',
          subject: 'Test email from Test forum',
        },
      },
    ])
  })

  test('mail files are complete, and readable for their owner only', async () => {
    const forum = await createTestForum()
    for (let n = 0; n < 12; n++) await send(forum)
    expect(await forum.mails()).toHaveLength(12)
    const folder = join(forum.current.dataDir, 'mail')
    expect((await stat(folder)).mode & 0o077).toBe(0)
    for (const name of await readdir(folder)) {
      expect(name).toMatch(/\.eml$/)
      expect((await stat(join(folder, name))).mode & 0o077).toBe(0)
    }
  })

  test('mail files are deleted after 30 days, other files are kept', async () => {
    const forum = await createTestForum()
    await send(forum)
    await forum.settled()
    const folder = join(forum.current.dataDir, 'mail')
    await writeFile(join(folder, '1999-notes.eml'), 'mine')
    forum.clock.advance(29 * 24 * 3600)
    await send(forum)
    expect(await readdir(folder)).toHaveLength(2)
    await forum.settled()
    expect(await readdir(folder)).toHaveLength(3)
    forum.clock.advance(2 * 24 * 3600)
    await forum.settled()
    const left = await readdir(folder)
    expect(left).toHaveLength(2)
    expect(left).toContain('1999-notes.eml')
  })
})
