import { writeFile } from 'node:fs/promises'
import { beginSession } from '@parley/testing/journey'
import { type MailServer, openMailServer } from '@parley/testing/open-mail-server'
import { Menu, pagesOf, waitForHydrationOnLoad } from '@parley/testing/pages'
import { blackPng } from '@parley/testing/png'
import { administrator, type ServedForum, startForum } from '@parley/testing/start-forum'
import type { Browser, Page } from '@playwright/test'
import { expect, test } from '../world.ts'

/** What both forums become. */
const wanted = {
  title: 'Garden club',
  accent: '#2f6b3a',
  sender: 'garden@machine.local',
  gardeners: { singular: 'Gardener', plural: 'Gardeners', color: '#2f6b3a' },
  keepers: { singular: 'Keeper', plural: 'Keepers', color: '#8a4b08' },
} as const

const newcomer = { username: 'robin', email: 'robin@machine.local', password: 'a tree in the garden' }

/** Work on one of the forums. */
interface Site {
  forum: ServedForum
  mailServer: MailServer
  /** A picture for the logo. */
  logo: string
  /** The page of the newcomer, who is logged in, and knows nothing of the administration. */
  visitor: Page
  /** Signs the newcomer up, when the forum sends mail. */
  signUp: () => Promise<void>
}

// The time of the whole test is long: a step that fails should say so earlier.
test.use({ actionTimeout: 30_000 })

test(
  'a whole forum is set up by mouse alone, and another one by command line alone, to the same end',
  { tag: '@long' },
  async ({ page, browser, isPhone, picture }, info) => {
    test.skip(isPhone, 'There is no mouse on a phone.')
    // Each command is a process that opens the forum.
    test.setTimeout(600_000)
    const mailServer = await openMailServer()
    const [byMouse, byCommands] = await Promise.all([startForum(), startForum()])
    const logo = info.outputPath('logo.png')
    await writeFile(logo, blackPng(40))
    try {
      const mouse = await openSite(byMouse, { browser, mailServer, logo })
      await beginSession(byMouse, { id: 1 }, page.context())
      await setUpByMouse(page, mouse, picture)
      await expectMails(mailServer, 0, byMouse)
      await expectLoggedOut(mouse.visitor)

      const commands = await openSite(byCommands, { browser, mailServer, logo })
      await setUpByCommands(commands)
      await expectMails(mailServer, 2, byCommands)
      await expectLoggedOut(commands.visitor)

      const here = await stateOf(byMouse)
      expect(await stateOf(byCommands)).toEqual(here)
      expect(here.settings).toContainEqual({ key: 'forum_title', value: wanted.title })
      expect(here.entries.map(({ action }) => action)).toEqual([
        'settings.changed',
        'settings.changed',
        'logo.changed',
        'group.created',
        'group.created',
        'permission.changed',
        'permission.changed',
        'settings.changed',
        'mail.tested',
        'extension.disabled',
        'extension.enabled',
        'user.confirmed',
        'user.groupsChanged',
        'user.loggedOut',
      ])
      expect(await originsOf(byMouse)).toEqual([{ origin: 'session', actor_name: administrator.username }])
      expect(await originsOf(byCommands)).toEqual([{ origin: 'commandLine', actor_name: null }])
      expect([...byMouse.errors(), ...byCommands.errors()]).toEqual([])
    } finally {
      await Promise.all([byMouse.stop(), byCommands.stop(), mailServer.close()])
    }
  },
)

async function openSite(
  forum: ServedForum,
  { browser, ...rest }: { browser: Browser } & Pick<Site, 'mailServer' | 'logo'>,
): Promise<Site> {
  const context = await browser.newContext({ baseURL: forum.url })
  context.on('page', waitForHydrationOnLoad)
  const visitor = await context.newPage()
  const signUp = async () => {
    const { header, session } = pagesOf(visitor)
    await visitor.goto('/')
    await header.choose('Sign up')
    await session.fillSignUp(newcomer)
    await session.submit('Sign up').click()
    await expect(header.bar.getByRole('button', { name: /^Your account/ })).toBeVisible()
  }
  return { ...rest, forum, visitor, signUp }
}

async function setUpByMouse(
  page: Page,
  { forum, mailServer, logo, signUp }: Site,
  picture: (name: string, page?: Page) => Promise<void>,
): Promise<void> {
  const main = page.getByRole('main')
  const heading = main.getByRole('heading', { level: 1 })
  const dialog = page.getByRole('dialog')
  /** Presses the button of the dialog, which closes and gives the focus back. */
  const finish = async (name: string) => {
    await dialog.getByRole('button', { name }).click()
    await expect(dialog).toHaveCount(0)
  }
  const open = async (name: string) => {
    await page.getByRole('navigation').getByRole('link', { name, exact: true }).click()
    await expect(heading).toHaveText(name)
  }
  const save = async () => {
    await main.getByRole('button', { name: 'Save changes' }).click()
    await expect(main.locator('.SaveBar-state')).toContainText('Saved')
  }
  await page.goto(`${forum.url}/admin`)
  await open('Basics')
  await main.getByLabel('Forum title').fill(wanted.title)
  await save()
  await picture('whole-forum-title')

  await open('Appearance')
  await main.locator('[data-setting=theme_primary_color] .Input').fill(wanted.accent)
  await save()
  const chooser = page.waitForEvent('filechooser')
  await main.getByRole('button', { name: /: Logo$/ }).click()
  await (await chooser).setFiles(logo)
  await expect(main.locator('.PictureInput-picture')).toBeVisible()
  await picture('whole-forum-appearance')

  await open('Permissions')
  for (const { singular, plural, color } of [wanted.gardeners, wanted.keepers]) {
    await main.getByRole('button', { name: 'New group' }).click()
    await dialog.getByLabel('Name of one member').fill(singular)
    await dialog.getByLabel('Name of the group').fill(plural)
    await dialog.getByLabel('Color').fill(color)
    await finish('Save changes')
    await expect(main.locator('.GroupList li').last()).toContainText(plural)
  }
  const grant = async (permission: string, group: string) => {
    await new Menu(page, main.getByRole('button', { name: `${permission}: change the groups` })).open()
    await page.getByRole('menuitemcheckbox', { name: group }).click()
    await expect(page.getByText(`Saved: ${permission}.`)).toBeVisible()
  }
  await grant('See when members were last here', wanted.gardeners.plural)
  await grant('See hidden groups', wanted.keepers.plural)
  await picture('whole-forum-permissions')

  await open('Email')
  await main.getByLabel('Sender').fill(wanted.sender)
  await main.getByLabel('Send mail by').selectOption('SMTP server')
  await main.getByLabel('Server', { exact: true }).fill('127.0.0.1')
  await main.getByLabel('Port').fill(String(mailServer.port))
  await save()
  await main.getByRole('button', { name: 'Send a test email' }).click()
  await expect(main.getByText('Sent. Check your inbox')).toBeVisible()
  await picture('whole-forum-email')
  await signUp()

  await open('Extensions')
  for (const [action, state] of [
    ['Disable', 'Disabled'],
    ['Enable', 'Enabled'],
  ] as const) {
    await main.getByRole('button', { name: `${action} Lock` }).click()
    await finish(action)
    await expect(main.getByRole('listitem').filter({ hasText: 'Lock' })).toContainText(state)
  }
  await picture('whole-forum-extensions')

  await open('Members')
  const row = main.locator('tbody tr').filter({ hasText: newcomer.username })
  const actions = new Menu(page, main.getByRole('button', { name: `Actions for ${newcomer.username}` }))
  await expect(row).toContainText('Not confirmed')
  await actions.choose('Confirm email')
  await expect(row).not.toContainText('Not confirmed')
  await actions.choose('Edit')
  await dialog.getByLabel('Mod', { exact: true }).check()
  await finish('Save changes')
  await expect(row).toContainText('Mod')
  await actions.choose('Log out everywhere')
  await finish('Log out everywhere')
  await picture('whole-forum-members')

  await open('Audit log')
  await expect(
    main.getByText(`${administrator.username} logged ${newcomer.username} out everywhere`),
  ).toBeVisible()
  await picture('whole-forum-audit-log')
}

async function setUpByCommands({ forum, mailServer, logo, signUp }: Site): Promise<void> {
  const { run } = forum
  await run('setting:set', 'forum_title', wanted.title)
  await run('setting:set', 'theme_primary_color', wanted.accent)
  await run('logo:set', logo)
  for (const { singular, plural, color } of [wanted.gardeners, wanted.keepers])
    await run('group:create', singular, plural, '--color', color)
  await run('permission:set', 'user.viewLastSeenAt', `Mods,${wanted.gardeners.plural}`)
  await run('permission:set', 'viewHiddenGroups', wanted.keepers.plural)
  await run(
    'setting:set',
    ...['mail_from', wanted.sender, 'mail_driver', 'smtp'],
    ...['mail_host', '127.0.0.1', 'mail_port', String(mailServer.port)],
  )
  await run('mail:test', administrator.email)
  await signUp()
  await run('extension:disable', 'lock')
  await run('extension:enable', 'lock')
  await run('user:confirm', newcomer.username)
  await run('user:edit', newcomer.username, '--groups', 'Mods')
  await run('user:log-out', newcomer.username)
}

/** Expects the test mail and the newcomer's, with their links, after as many others. */
async function expectMails({ accepted }: MailServer, others: number, { url }: ServedForum): Promise<void> {
  const mails = () =>
    accepted.slice(others).map(({ envelope, subject, links }) => ({ ...envelope, subject, links }))
  const from = wanted.sender
  await expect.poll(mails).toEqual([
    { from, to: [administrator.email], subject: `Test email from ${wanted.title}`, links: [url] },
    {
      from,
      to: [newcomer.email],
      subject: expect.stringContaining('Confirm'),
      links: [expect.stringContaining(`${url}/confirm/`), url],
    },
  ])
}

/** Expects that the newcomer's session has ended. */
async function expectLoggedOut(visitor: Page): Promise<void> {
  await visitor.goto('/')
  await expect(visitor.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible()
}

/** What the work has left in the database, without what differs between any two forums. */
async function stateOf({ current: { database } }: ServedForum) {
  const { read } = database
  const settings = await read.selectFrom('settings').select(['key', 'value']).orderBy('key').execute()
  const entries = await read
    .selectFrom('audit_entries')
    .select(['action', 'target_type', 'target_id', 'target_name', 'changes', 'personal_changes'])
    .orderBy('id')
    .execute()
  return {
    settings: settings.map(({ key, value }) => ({ key, value: withoutRandom(value) })),
    groups: await read.selectFrom('groups').selectAll().orderBy('id').execute(),
    permissions: await read
      .selectFrom('group_permission')
      .selectAll()
      .orderBy('permission')
      .orderBy('group_id')
      .execute(),
    moderators: await read.selectFrom('group_user').selectAll().orderBy('user_id').execute(),
    entries: entries.map(({ changes, ...entry }) => ({
      ...entry,
      changes: JSON.parse(withoutRandom(changes) ?? '') as unknown,
    })),
  }
}

/** A text with the random part of a picture's name left out. */
function withoutRandom(text: string | null): string | null {
  return text?.replace(/logo-[a-z0-9]{8}\.png/, 'logo.png') ?? null
}

/** Who acted, and how. */
function originsOf({ current: { database } }: ServedForum) {
  return database.read.selectFrom('audit_entries').select(['origin', 'actor_name']).distinct().execute()
}
