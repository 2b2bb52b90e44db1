import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestForum, eachTestForum, setSettings, startMailServer, type TestForum } from '@parley/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { JobOptions } from '../../engine/queue/enqueue-job.ts'
import { isAddress } from './addresses.ts'
import { type Mail, sendMail } from './mail.ts'

const ann = { name: 'Ann', address: 'ann@machine.local' }
const plain: Mail = { to: ann, locale: null, key: 'core.email.send_test' }

const send = ({ current, asSystem }: TestForum, mail: Partial<Mail> = {}, options?: JobOptions) =>
  current.write(asSystem(), (context) => sendMail(context, { ...plain, ...mail }, options))

/** Opens a forum with an extension that has these locale files. */
async function openWithTexts(files: Record<string, string>): Promise<TestForum> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-texts-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'locale'))
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, 'locale', name), text)
  const words = { id: 'words', title: 'Words', version: '1.0.0', declaration: {}, folder }
  return createTestForum({ extensions: [words] })
}

async function firstMail(forum: TestForum) {
  const [mail] = await forum.mails()
  if (!mail) throw new Error('No mail was sent')
  return mail
}

eachTestForum((open) => {
  test('a mail is sent once after the commit, from the forum, as text and HTML', async () => {
    const forum = await open()
    await setSettings(forum, { mail_from: 'forum@machine.local' })
    await send(forum)
    const mail = await firstMail(forum)
    expect(await forum.mails()).toHaveLength(1)
    expect(mail).toMatchObject({
      from: { name: 'Test forum', address: 'forum@machine.local' },
      to: ann,
      subject: 'Test email from Test forum',
      headers: {
        'auto-submitted': 'auto-generated',
        date: 'Mon, 01 Jan 2024 00:00:00 +0000',
        'message-id': expect.stringMatching(/^<[0-9a-f]{32}@machine\.local>$/),
        'content-type': expect.stringMatching(/^multipart\/alternative/),
      },
    })
    expect(mail.text).toMatch(/^Hello Ann,\n\n.*\n\n-- \nTest forum\nhttp:\/\/localhost\n?$/)
    expect(mail.html).toContain('Hello Ann,')
    expect(mail.headers).not.toHaveProperty('list-unsubscribe')
  })

  test('a rolled-back change sends no mail', async () => {
    const forum = await open()
    const failing = forum.current.write(forum.asSystem(), async (context) => {
      await sendMail(context, plain)
      throw new Error('No')
    })
    await expect(failing).rejects.toThrow('No')
    expect(await forum.mails()).toEqual([])
  })
})

test('an invalid address gets no mail, and the change is committed', async () => {
  const forum = await createTestForum()
  await send(forum, { to: { name: 'Ann', address: 'nobody' } })
  expect(await forum.mails()).toEqual([])
  expect(forum.logged.filter(({ level }) => level === 'error')).toEqual([])
})

test.each([
  ['https://forum.example.org:8443/talk', 'noreply@forum.example.org'],
  ['http://127.0.0.1:3000', 'noreply@localhost'],
  ['http://[::1]:3000', 'noreply@localhost'],
])('without a setting the mail of %s is from %s', async (baseUrl, from) => {
  const forum = await createTestForum({ baseUrl })
  await send(forum)
  expect((await firstMail(forum)).from.address).toBe(from)
})

test('a mail is in the language of the recipient, otherwise of the forum', async () => {
  const german = 'core:\n  email:\n    send_test:\n      subject: Probe von {forum}\n'
  const forum = await openWithTexts({ 'de.yml': german })
  await send(forum, { locale: 'de' })
  await send(forum, { locale: 'xx' })
  await forum.settled()
  await setSettings(forum, { default_locale: 'de' })
  await send(forum)
  await send(forum, { locale: 'en' })
  expect((await forum.mails()).map(({ subject }) => subject)).toEqual([
    'Probe von Test forum',
    'Test email from Test forum',
    'Probe von Test forum',
    'Test email from Test forum',
  ])
})

describe('actions', () => {
  const texts = `words:
  ask:
    subject: "{username}: {count, plural, one {# answer} other {# answers}}"
    body: "Hello {username},\\n\\nlook here:\\n\\n{url}\\n\\nor at {url}."
    button: Look, {username}
  short: { subject: Short, body: Nothing but this. }
`
  const action = { url: 'http://localhost/d/1?a=1&b=2', label: 'words.ask.button' }

  test('are a button, and their address is a link in the text', async () => {
    const forum = await openWithTexts({ 'en.yml': texts })
    await send(forum, { key: 'words.ask', action, params: { count: 2 } })
    const { subject, text, html, links } = await firstMail(forum)
    expect(subject).toBe('Ann: 2 answers')
    expect(text).toContain('look here:\n\nhttp://localhost/d/1?a=1&b=2\n\nor at')
    expect(links[0]).toBe(action.url)
    expect(html.match(/href="http:\/\/localhost\/d\/1\?a=1&amp;b=2"/g)).toHaveLength(2)
    expect(html).toContain('>Look, Ann</a>')
    expect(html.indexOf('Look, Ann')).toBeLessThan(html.indexOf('or at'))
  })

  test('are added to a text that does not contain their address', async () => {
    const forum = await openWithTexts({ 'en.yml': texts })
    await send(forum, { key: 'words.short', action })
    const { text, html } = await firstMail(forum)
    expect(text).toMatch(/^Nothing but this\.\n\nLook, Ann:\nhttp:\/\/localhost\/d\/1\?a=1&b=2\n/)
    expect(html).toContain('>Look, Ann</a>')
  })

  test.each([
    ['#ffee00', '#000000'],
    ['#024', '#ffffff'],
  ])('have a readable label on %s', async (color, ink) => {
    const forum = await openWithTexts({ 'en.yml': texts })
    await setSettings(forum, { theme_primary_color: color })
    await send(forum, { key: 'words.short', action })
    const { html } = await firstMail(forum)
    expect(html).toContain(`background:${color === '#024' ? '#002244' : color};color:${ink}`)
  })

  test('an unsubscribe address is in the headers for one click, and in the footer', async () => {
    const forum = await createTestForum()
    await send(forum, { unsubscribeUrl: 'http://localhost/stop?who=1&what=> x' })
    const { headers, text, html } = await firstMail(forum)
    const url = 'http://localhost/stop?who=1&what=%3E%20x'
    expect(headers['list-unsubscribe']).toBe(`<${url}>`)
    expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
    expect(text).toContain(`Unsubscribe: ${url}`)
    expect(html).toContain(url.replace('&', '&amp;'))
  })
})

describe('values of users', () => {
  const nasty = [
    'Eve\r\nBcc: all@machine.local',
    'Eve\nContent-Type: text/html\n\n<b>hi</b>',
    '"Eve" <eve@machine.local>, "x',
    'Eve\u0000\u0085\u2028Bcc: all@machine.local',
    '=?utf-8?Q?Eve=0D=0ABcc:_all@machine.local?=',
    '<img src=x onerror=alert(1)>',
    '<link>{forum}</link> {url, select, other {x}}',
    `${'Ü'.repeat(300)}\r\n\r\nbody`,
  ]

  test.each(nasty)('%j adds neither headers nor markup', async (name) => {
    const server = await startMailServer()
    const forum = await createTestForum({ smtpUrl: server.url })
    await setSettings(forum, { forum_title: name })
    await send(forum, { to: { ...ann, name }, params: { username: name } })
    await forum.settled()
    const [mail] = server.accepted
    expect(server.accepted).toHaveLength(1)
    expect(mail?.envelope).toEqual({ from: 'noreply@localhost', to: [ann.address] })
    expect(Object.keys(mail?.headers ?? {}).sort()).toEqual([
      'auto-submitted',
      'content-type',
      'date',
      'from',
      'message-id',
      'mime-version',
      'subject',
      'to',
    ])
    expect(mail).toMatchObject({ from: { address: 'noreply@localhost' }, to: { address: ann.address } })
    expect(mail?.html).not.toMatch(/<img|<b>|<link>/)
    expect(mail?.html.match(/<html/g)).toHaveLength(1)
    expect(mail?.text).toContain(`Hello ${name.split(/[\r\n]/, 1)}`)
  })

  test.each([
    'ann@machine.local\r\nBcc: x@y.z',
    'ann@machine.local, eve@machine.local',
    'Ann <ann@machine.local>',
    '<ann@machine.local>',
    '"ann eve"@machine.local',
    'ann(eve)@machine.local',
    'ann@machine.local>',
    'ann@machine.local\u2028',
    'ann@machine@local',
    '@machine.local',
    'ann@',
    '',
    `${'a'.repeat(300)}@machine.local`,
  ])('%j is an invalid address', (address) => {
    expect(isAddress(address)).toBe(false)
  })

  test.each([
    'ann@machine.local',
    'ann+x@localhost',
    'o’hara@example.org',
    "o'hara@example.org",
    'дмитрий@почта.рф',
  ])('%s is a valid address', (address) => {
    expect(isAddress(address)).toBe(true)
  })

  test('an invalid sender sends nothing', async () => {
    const forum = await createTestForum()
    await setSettings(forum, { mail_from: 'x@machine.local\r\nBcc: all@machine.local' })
    await send(forum)
    expect(await forum.mails()).toEqual([])
    expect(forum.logged.filter(({ level }) => level === 'warn')).toHaveLength(1)
  })
})

test('a mail loads nothing from other addresses', async () => {
  const forum = await createTestForum()
  await send(forum, { action: { url: 'http://localhost/x', label: 'core.ref.view' } })
  const { html } = await firstMail(forum)
  expect(html).not.toMatch(/\bsrc=|url\(|<link|@import|<script|<style/i)
})
