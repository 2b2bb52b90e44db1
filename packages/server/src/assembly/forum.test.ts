import { setTimeout as sleep } from 'node:timers/promises'
import { admin, createTestForum, eachTestForum, grant, setSettings } from '@parley/testing'
import { describe, expect, test } from 'vitest'
import { defineExtension, type Extension, type InstalledExtension } from '../points/extension.ts'

const installed = (
  id: string,
  declaration: Extension,
  rest: Partial<InstalledExtension> = {},
): InstalledExtension => ({
  id,
  title: id,
  version: '1.0.0',
  declaration: defineExtension(declaration),
  ...rest,
})

/** An extension with one path of its own. */
const pathOf = (id: string, rest: Partial<InstalledExtension> = {}) =>
  installed(
    id,
    { routes: [{ method: 'GET', path: `/api/${id}`, run: () => ({ status: 200, json: { id } }) }] },
    rest,
  )

describe('the forum’s document', () => {
  test('B001 B008 a guest’s has no actor, and what guests may', async () => {
    const forum = await createTestForum()
    for (const path of ['/api', '/api/']) {
      const { status, body } = await forum.guest().get(path)
      expect(status).toBe(200)
      expect(body.data).toMatchObject({ type: 'forums', id: '1' })
      expect(Object.keys(body.data.relationships ?? {})).toEqual(['groups'])
      expect(body.data.attributes).toMatchObject({
        title: 'Test forum',
        baseUrl: 'http://localhost',
        basePath: '',
        baseOrigin: 'http://localhost',
        apiUrl: 'http://localhost/api',
        assetsBaseUrl: 'http://localhost/assets',
        debug: false,
        allowSignUp: true,
        canViewForum: true,
        canStartDiscussion: false,
        canSearchUsers: false,
        defaultRoute: '/all',
        description: '',
        logoUrl: null,
        showLanguageSelector: true,
        themePrimaryColor: '#4D698E',
      })
    }
  })

  test('B002 B004 B005 shows the actor, and administrators where they administrate', async () => {
    const forum = await createTestForum()
    const { body } = await (await forum.as(admin)).get('/api')
    expect(body.data.relationships?.actor?.data.id).toBe('1')
    expect(body.data.attributes).toMatchObject({ adminUrl: 'http://localhost/admin', version: '0.1.0' })
    expect((await forum.guest().get('/api')).body.data.attributes).not.toHaveProperty('adminUrl')
    expect((await forum.guest().get('/api/forums/1')).status).toBe(404)
  })

  test('follows the settings; what is no colour counts as not set', async () => {
    const forum = await createTestForum()
    await setSettings(forum, {
      allow_sign_up: '0',
      welcome_title: null,
      theme_primary_color: 'red',
      theme_secondary_color: '#123456',
      logo_path: 'logo-x.png',
    })
    expect((await forum.guest().get('/api')).body.data.attributes).toMatchObject({
      allowSignUp: false,
      welcomeTitle: null,
      themePrimaryColor: '#4D698E',
      themeSecondaryColor: '#123456',
      logoUrl: 'http://localhost/assets/logo-x.png',
    })
  })
})

describe('enabling and disabling', () => {
  test('needs no restart', async () => {
    const forum = await createTestForum({ extensions: [pathOf('one'), pathOf('two')] })
    const status = async (id: string) => (await forum.guest().get(`/api/${id}`)).status
    expect([forum.enabled, await status('one'), await status('two')]).toEqual([['one', 'two'], 200, 200])
    await forum.setEnabled(['two'])
    expect([forum.enabled, await status('one'), await status('two')]).toEqual([['two'], 404, 200])
    expect(forum.current.settings.get('extensions_enabled')).toEqual(['two'])
    await forum.setEnabled(['one', 'two'])
    expect(await status('one')).toBe(200)
  })

  test('lets requests under way finish on what they began on', async () => {
    let release = () => {}
    const waiting = new Promise<void>((resolve) => {
      release = resolve
    })
    const slow = installed('slow', {
      routes: [
        {
          method: 'GET',
          path: '/api/slow',
          run: async () => {
            await waiting
            return { status: 200, json: { done: true } }
          },
        },
      ],
    })
    const forum = await createTestForum({ extensions: [slow] })
    const answer = forum.guest().get('/api/slow')
    await sleep(20)
    await forum.setEnabled([])
    release()
    expect((await answer).body).toEqual({ done: true })
    expect((await forum.guest().get('/api/slow')).status).toBe(404)
  })

  test('changes nothing when what is asked for cannot be', async () => {
    const needy = pathOf('needy', { requires: ['base'] })
    const forum = await createTestForum({ extensions: [pathOf('base'), needy] })
    await expect(forum.setEnabled(['needy'])).rejects.toThrow("needy › requires: 'base' is not enabled")
    expect((await forum.guest().get('/api/needy')).status).toBe(200)
    expect(forum.enabled).toEqual(['base', 'needy'])
  })

  test('several at once come one after the other', async () => {
    const forum = await createTestForum({ extensions: [pathOf('one'), pathOf('two')] })
    await Promise.all([forum.setEnabled([]), forum.setEnabled(['one']), forum.setEnabled(['two'])])
    expect(forum.enabled).toEqual(['two'])
  })
})

describe('faults of extensions', () => {
  const broken = (rest: Partial<InstalledExtension>) =>
    installed('broken', { policies: { global: { x: 'no function' as never } } }, rest)

  test('a first-party one stops the start, and is named', async () => {
    await expect(createTestForum({ extensions: [broken({})] })).rejects.toThrow(
      'broken › policies › global › x: is not a function',
    )
  })

  test('a third-party one is left out, logged and reported; the forum is up', async () => {
    const forum = await createTestForum({ extensions: [broken({ isThirdParty: true }), pathOf('good')] })
    expect(forum.enabled).toEqual(['good'])
    expect(forum.faults).toEqual([
      { id: 'broken', reason: 'broken › policies › global › x: is not a function' },
    ])
    expect(forum.logged.map(({ level }) => level)).toContain('error')
    expect((await forum.guest().get('/api/good')).status).toBe(200)
    await expect(forum.setEnabled(['broken', 'good'])).rejects.toThrow('is not a function')
  })

  test('a third-party migration that fails, or a part that cannot be loaded, too', async () => {
    const failing = installed(
      'failing',
      {
        migrations: {
          '001_fail': {
            up: async () => {
              throw new Error('no such thing')
            },
            down: async () => {},
          },
        },
      },
      { isThirdParty: true },
    )
    const part = installed(
      'part',
      {
        when: {
          good: async () => {
            throw new Error('no such file')
          },
        },
      },
      { isThirdParty: true },
    )
    const forum = await createTestForum({ extensions: [failing, pathOf('good'), part] })
    expect(forum.enabled).toEqual(['good'])
    expect(forum.faults.map(({ reason }) => reason).sort()).toEqual([
      'failing › migrations › 001_fail: no such thing',
      'part › when › good: cannot be loaded',
    ])
  })
})

eachTestForum((open) => {
  test('default grants are given once: what was taken away stays away', async () => {
    const permissive = installed('permissive', {
      permissions: { 'permissive.act': { default: ['member', 'moderator'] } },
    })
    const forum = await open({ extensions: [permissive] })
    const holds = (group: number) => forum.current.grants.holds(new Set([group]), 'permissive.act')
    expect([holds(2), holds(3), holds(4)]).toEqual([false, true, true])
    await grant(forum, 'permissive.act', [2])
    await forum.setEnabled([])
    await forum.setEnabled(['permissive'])
    expect([holds(2), holds(3), holds(4)]).toEqual([true, false, false])
  })

  test('the seeds of the permission grid are the contract’s', async () => {
    const forum = await open()
    const rows = await forum.current.database.read.selectFrom('group_permission').selectAll().execute()
    expect(rows.map(({ group_id, permission }) => `${group_id} ${permission}`).sort()).toEqual([
      '2 viewForum',
      '3 discussion.reply',
      '3 searchUsers',
      '3 startDiscussion',
      '4 discussion.editPosts',
      '4 discussion.hide',
      '4 discussion.hidePosts',
      '4 discussion.rename',
      '4 discussion.viewIpsPosts',
      '4 user.viewLastSeenAt',
    ])
  })
})

describe('changes', () => {
  const listening = (heard: string[]) =>
    installed('listening', {
      on: { 'forum.installed': ({ title }) => void heard.push(`on ${title}`) },
      afterCommit: {
        'forum.installed': ({ title }) => {
          heard.push(`after ${title}`)
          throw new Error('too late to matter')
        },
      },
    })

  test('tell listeners inside, then those after the commit, whose failures are logged only', async () => {
    const heard: string[] = []
    const forum = await createTestForum({ extensions: [listening(heard)] })
    heard.length = 0
    const context = forum.asSystem()
    await forum.current.write(context, async (writing) => {
      await writing.emit('forum.installed', { title: 'x' })
      writing.afterCommit(() => void heard.push('effect'))
      heard.push('inside')
    })
    expect(heard).toEqual(['on x', 'inside', 'after x', 'effect'])
    expect(forum.logged.at(-1)).toMatchObject({ level: 'error' })
  })

  test('that fail have no effects', async () => {
    const heard: string[] = []
    const forum = await createTestForum({ extensions: [listening(heard)] })
    heard.length = 0
    const change = forum.current.write(forum.asSystem(), async (writing) => {
      await writing.emit('forum.installed', { title: 'x' })
      writing.afterCommit(() => void heard.push('effect'))
      throw new Error('no')
    })
    await expect(change).rejects.toThrow('no')
    expect(heard).toEqual(['on x'])
  })
})

test('closing finishes the requests under way and accepts no others', async () => {
  const slow = installed('slow', {
    routes: [
      {
        method: 'GET',
        path: '/slow',
        run: async () => {
          await sleep(150)
          return { status: 200, html: 'done' }
        },
      },
    ],
  })
  const forum = await createTestForum({ extensions: [slow], port: 0 })
  const address = `http://127.0.0.1:${await forum.listen()}/slow`
  const answer = fetch(address)
  await sleep(50)
  // A connection that stays open for further requests would outlast the test.
  await forum.close()
  expect(await (await answer).text()).toBe('done')
  await expect(fetch(address)).rejects.toThrow()
})
