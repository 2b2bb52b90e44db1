import { join } from 'node:path'
import { admin, eachTestForum, readExtension, setSettings } from '@parley/testing'
import { pageClient } from '@parley/testing/page-client'
import { expect, test } from 'vitest'

const extension = await readExtension(join(import.meta.dirname, '..'))

eachTestForum((open) => {
  const start = async () => {
    const forum = await open({ extensions: [extension], client: await pageClient({}) })
    const asAdmin = await forum.as(admin.id)
    for (const slug of ['one', 'two']) {
      const attributes = { title: slug, slug, content: slug }
      await asAdmin.post('/api/pages', { data: { type: 'pages', attributes } })
    }
    const save = async (settings: object) => {
      const { status, body } = await asAdmin.post('/api/settings', settings)
      return [status, ...(body.errors ?? []).map(({ detail }) => detail)]
    }
    const stored = async () => {
      const rows = await forum.current.database.read
        .selectFrom('settings')
        .selectAll()
        .where('key', 'in', ['pages_home', 'default_route'])
        .execute()
      return Object.fromEntries(rows.map(({ key, value }) => [key, value]))
    }
    const home = async () => (await forum.guest().get('/api')).body.data.attributes.defaultRoute
    /** What a page tells the client. */
    const boot = async (path = '/') => {
      const { text } = await forum.guest().get(path)
      const [, json = '{}'] = /id="parley-boot">(.*?)<\/script>/s.exec(text) ?? []
      return JSON.parse(json) as Record<string, unknown>
    }
    return { forum, asAdmin, save, stored, home, boot }
  }

  test('a page is chosen as the home page, and every page of the forum carries its id', async () => {
    const { save, home, boot } = await start()
    expect(await boot()).not.toHaveProperty(['fof-pages.home'])
    expect(await save({ pages_home: '2', default_route: '/pages/home' })).toEqual([204])
    expect(await home()).toBe('/pages/home')
    expect(await boot('/all')).toHaveProperty(['fof-pages.home'], '2')
  })

  test('a page that is not there cannot be chosen, nor none', async () => {
    const { save, stored } = await start()
    expect(await save({ pages_home: '9' })).toEqual([422, 'There is no such page.'])
    expect((await save({ pages_home: 'two' }))[0]).toBe(422)
    expect(await save({ default_route: '/pages/home' })).toEqual([
      422,
      'Choose the page that is the home page first, in the list of pages.',
    ])
    expect(await stored()).not.toHaveProperty('pages_home')
    await save({ pages_home: '1', default_route: '/pages/home' })
    expect((await save({ pages_home: '' }))[0]).toBe(422)
    expect(await save({ pages_home: null, default_route: '/all' })).toEqual([204])
  })

  test('a page that an import has not brought, or that a visitor may not open, leaves the list as home', async () => {
    const { forum, asAdmin, home } = await start()
    await setSettings(forum, { pages_home: '9', default_route: '/pages/home' })
    expect(await home()).toBe('/all')
    await setSettings(forum, { pages_home: 'x' })
    expect(await home()).toBe('/all')
    await setSettings(forum, { pages_home: '1' })
    expect(await home()).toBe('/pages/home')
    await asAdmin.patch('/api/pages/1', { data: { type: 'pages', attributes: { isHidden: true } } })
    expect(await home()).toBe('/all')
    expect((await asAdmin.get('/api')).body.data.attributes.defaultRoute).toBe('/pages/home')
  })

  test('deleting the home page makes the list the home page', async () => {
    const { asAdmin, save, stored, home } = await start()
    await save({ pages_home: '1', default_route: '/pages/home' })
    expect((await asAdmin.delete('/api/pages/2')).status).toBe(204)
    expect(await stored()).toEqual({ pages_home: '1', default_route: '/pages/home' })
    expect((await asAdmin.delete('/api/pages/1')).status).toBe(204)
    expect(await stored()).toEqual({ pages_home: null, default_route: '/all' })
    expect(await home()).toBe('/all')
    const { body } = await asAdmin.get('/api/audit-entries')
    expect(body.data.slice(0, 2).map(({ attributes }) => attributes.action)).toEqual([
      'settings.changed',
      'page.deleted',
    ])
  })

  test('deleting the chosen page leaves another home page as it is', async () => {
    const { asAdmin, save, stored } = await start()
    await save({ pages_home: '1', default_route: '/elsewhere' })
    await asAdmin.delete('/api/pages/1')
    expect(await stored()).toEqual({ pages_home: null, default_route: '/elsewhere' })
  })

  test('while the extension is disabled, the list is the home page', async () => {
    const { forum, save } = await start()
    await save({ pages_home: '1', default_route: '/pages/home' })
    await forum.setEnabled([])
    expect((await forum.guest().get('/')).status).toBe(200)
    expect((await forum.guest().get('/api/pages')).status).toBe(404)
  })
})
