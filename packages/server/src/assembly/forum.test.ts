import { setTimeout as sleep } from 'node:timers/promises'
import { admin, createTestForum, eachTestForum, grant, setSettings } from '@parley/testing'
import { describe, expect, test } from 'vitest'
import { everyone, members, moderators } from '../points/context/actor.ts'
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

/** An extension with one route, `/api/<id>`. */
const withRoute = (id: string, rest: Partial<InstalledExtension> = {}) =>
  installed(
    id,
    { routes: [{ method: 'GET', path: `/api/${id}`, run: () => ({ status: 200, json: { id } }) }] },
    rest,
  )

describe('the forum’s document', () => {
  test('B001 B008 has no actor for guests, and their abilities', async () => {
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

  test('B002 B004 B005 has the actor, and for administrators the address of the administration', async () => {
    const forum = await createTestForum()
    const { body } = await (await forum.as(admin)).get('/api')
    expect(body.data.relationships?.actor?.data.id).toBe('1')
    expect(body.data.attributes).toMatchObject({ adminUrl: 'http://localhost/admin', version: '0.1.0' })
    expect((await forum.guest().get('/api')).body.data.attributes).not.toHaveProperty('adminUrl')
    expect((await forum.guest().get('/api/forums/1')).status).toBe(404)
  })

  test('follows the settings; an invalid colour counts as not set', async () => {
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
    const forum = await createTestForum({ extensions: [withRoute('one'), withRoute('two')] })
    const status = async (id: string) => (await forum.guest().get(`/api/${id}`)).status
    expect({ enabled: forum.enabled, one: await status('one'), two: await status('two') }).toEqual({
      enabled: ['one', 'two'],
      one: 200,
      two: 200,
    })
    await forum.setEnabled(['two'])
    expect({ enabled: forum.enabled, one: await status('one'), two: await status('two') }).toEqual({
      enabled: ['two'],
      one: 404,
      two: 200,
    })
    expect(forum.current.settings.get('extensions_enabled')).toEqual(['two'])
    await forum.setEnabled(['one', 'two'])
    expect(await status('one')).toBe(200)
  })

  test('lets requests in flight finish on their build', async () => {
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

  test('changes nothing if a required extension is not enabled', async () => {
    const needy = withRoute('needy', { requires: ['base'] })
    const forum = await createTestForum({ extensions: [withRoute('base'), needy] })
    await expect(forum.setEnabled(['needy'])).rejects.toThrow("needy › requires: 'base' is not enabled")
    expect((await forum.guest().get('/api/needy')).status).toBe(200)
    expect(forum.enabled).toEqual(['base', 'needy'])
  })

  test('concurrent changes run one after the other', async () => {
    const forum = await createTestForum({ extensions: [withRoute('one'), withRoute('two')] })
    await Promise.all([forum.setEnabled([]), forum.setEnabled(['one']), forum.setEnabled(['two'])])
    expect(forum.enabled).toEqual(['two'])
  })
})

describe('faults of extensions', () => {
  const broken = (rest: Partial<InstalledExtension>) =>
    installed('broken', { policies: { global: { x: 'no function' as never } } }, rest)

  test('a fault of a first-party extension stops the start, with its name', async () => {
    await expect(createTestForum({ extensions: [broken({})] })).rejects.toThrow(
      'broken › policies › global › x: is not a function',
    )
  })

  test('a faulty third-party extension is omitted, logged and reported; the forum starts', async () => {
    const forum = await createTestForum({ extensions: [broken({ isThirdParty: true }), withRoute('good')] })
    expect(forum.enabled).toEqual(['good'])
    expect(forum.faults).toEqual([
      { id: 'broken', reason: 'broken › policies › global › x: is not a function', mayHide: false },
    ])
    expect(forum.logged.map(({ level }) => level)).toContain('error')
    expect((await forum.guest().get('/api/good')).status).toBe(200)
    await expect(forum.setEnabled(['broken', 'good'])).rejects.toThrow('is not a function')
  })

  test('so is one whose migration fails, or whose conditional part cannot be loaded', async () => {
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
    const forum = await createTestForum({ extensions: [failing, withRoute('good'), part] })
    expect(forum.enabled).toEqual(['good'])
    expect(forum.faults.map(({ reason }) => reason).sort()).toEqual([
      'failing › migrations › 001_fail: no such thing',
      'part › when › good: cannot be loaded',
    ])
  })
})

eachTestForum((open) => {
  test('default grants are stored once: later changes stay', async () => {
    const permissive = installed('permissive', {
      permissions: { 'permissive.act': { default: ['member', 'moderator'] } },
    })
    const forum = await open({ extensions: [permissive] })
    const holds = (group: number) => forum.current.grants.holds(new Set([group]), 'permissive.act')
    expect({ everyone: holds(everyone), members: holds(members), moderators: holds(moderators) }).toEqual({
      everyone: false,
      members: true,
      moderators: true,
    })
    await grant(forum, 'permissive.act', [everyone])
    await forum.setEnabled([])
    await forum.setEnabled(['permissive'])
    expect({ everyone: holds(everyone), members: holds(members), moderators: holds(moderators) }).toEqual({
      everyone: true,
      members: false,
      moderators: false,
    })
  })

  test('the default permissions are those of the contract', async () => {
    const forum = await open()
    const rows = await forum.current.database.read.selectFrom('group_permission').selectAll().execute()
    expect(rows.map(({ group_id, permission }) => `${group_id} ${permission}`).sort()).toEqual([
      `${everyone} viewForum`,
      `${members} discussion.reply`,
      `${members} searchUsers`,
      `${members} startDiscussion`,
      `${moderators} discussion.editPosts`,
      `${moderators} discussion.hide`,
      `${moderators} discussion.hidePosts`,
      `${moderators} discussion.rename`,
      `${moderators} discussion.viewIpsPosts`,
      `${moderators} user.viewLastSeenAt`,
    ])
  })
})

describe('transactions', () => {
  const listening = (calls: string[]) =>
    installed('listening', {
      on: { 'forum.installed': ({ title }) => void calls.push(`on ${title}`) },
      afterCommit: {
        'forum.installed': ({ title }) => {
          calls.push(`after ${title}`)
          throw new Error('too late to matter')
        },
      },
    })

  test('call `on` listeners inside, `afterCommit` ones after the commit, whose failures are only logged', async () => {
    const calls: string[] = []
    const forum = await createTestForum({ extensions: [listening(calls)] })
    calls.length = 0
    const context = forum.asSystem()
    await forum.current.write(context, async (writing) => {
      await writing.emit('forum.installed', { title: 'x' })
      writing.afterCommit(() => void calls.push('effect'))
      calls.push('inside')
    })
    expect(calls).toEqual(['on x', 'inside', 'after x', 'effect'])
    expect(forum.logged.at(-1)).toMatchObject({ level: 'error' })
  })

  test('that fail have no effects', async () => {
    const calls: string[] = []
    const forum = await createTestForum({ extensions: [listening(calls)] })
    calls.length = 0
    const change = forum.current.write(forum.asSystem(), async (writing) => {
      await writing.emit('forum.installed', { title: 'x' })
      writing.afterCommit(() => void calls.push('effect'))
      throw new Error('no')
    })
    await expect(change).rejects.toThrow('no')
    expect(calls).toEqual(['on x'])
  })
})

test('closing finishes the requests in flight and accepts no others', async () => {
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
