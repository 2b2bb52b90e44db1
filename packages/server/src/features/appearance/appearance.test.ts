import { eachTestForum, makeUser } from '@parley/testing'
import sharp from 'sharp'
import { expect, test } from 'vitest'

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#336699' } })
    .png()
    .toBuffer()

function formWith(field: string, bytes: Uint8Array, name = 'a.png'): FormData {
  const form = new FormData()
  form.set(field, new Blob([new Uint8Array(bytes)], { type: 'image/png' }), name)
  return form
}

const files = { logo: 'logoUrl', favicon: 'faviconUrl' } as const

eachTestForum((open) => {
  test.each([
    ['logo', [600, 120], [300, 60]],
    ['logo', [50, 20], [50, 20]],
    ['favicon', [200, 100], [64, 32]],
    ['favicon', [16, 16], [16, 16]],
  ] as const)('a %s of %j pixels is stored with %j', async (name, [width, height], size) => {
    const forum = await open()
    const admin = await forum.as(1)
    const { status, body } = await admin.postFiles(
      `/api/${name}`,
      formWith(name, await picture(width, height)),
    )
    expect({ status, type: body.data.type }).toEqual({ status: 200, type: 'forums' })
    const url = String(body.data.attributes[files[name]])
    expect(url).toMatch(new RegExp(`^http://localhost/assets/${name}-[a-z0-9]{8}\\.png$`))
    const { bytes } = await forum.guest().get(new URL(url).pathname)
    const stored = await sharp(bytes).metadata()
    const [storedWidth, storedHeight] = size
    expect(stored).toMatchObject({ format: 'png', width: storedWidth, height: storedHeight })
  })

  test('a new logo replaces the old one, and can be removed', async () => {
    const forum = await open()
    const admin = await forum.as(1)
    const put = async () => {
      const { body } = await admin.postFiles('/api/logo', formWith('logo', await picture(60, 60)))
      return new URL(String(body.data.attributes.logoUrl)).pathname
    }
    const [first, second] = [await put(), await put()]
    expect((await forum.guest().get(first)).status).toBe(404)
    expect((await forum.guest().get(second)).status).toBe(200)
    const removed = await admin.delete('/api/logo')
    expect({ status: removed.status, text: removed.text }).toEqual({ status: 204, text: '' })
    expect((await forum.guest().get(second)).status).toBe(404)
    expect((await forum.guest().get('/api')).body.data.attributes.logoUrl).toBeNull()
    expect((await admin.delete('/api/logo')).status).toBe(204)
    await Promise.all([put(), put(), put()])
    const { body } = await forum.guest().get('/api')
    expect((await forum.guest().get(new URL(String(body.data.attributes.logoUrl)).pathname)).status).toBe(200)
  })

  test('no file, no picture and an .ico are 422', async () => {
    const forum = await open()
    const admin = await forum.as(1)
    const upload = async (path: string, form: FormData) => {
      const { status, body } = await admin.postFiles(path, form)
      return { status, pointer: body.errors[0]?.source?.pointer }
    }
    const invalid = (field: string) => ({ status: 422, pointer: `/data/attributes/${field}` })
    const png = await picture(9, 9)
    expect(await upload('/api/logo', formWith('favicon', png))).toEqual(invalid('logo'))
    expect(await upload('/api/logo', formWith('logo', Buffer.from('x')))).toEqual(invalid('logo'))
    expect(await upload('/api/favicon', formWith('favicon', Buffer.from('x')))).toEqual(invalid('favicon'))
    expect(await upload('/api/favicon', formWith('favicon', png, 'a.ICO'))).toEqual(invalid('message'))
    expect((await admin.post('/api/favicon')).body.errors[0]?.source?.pointer).toBe(
      '/data/attributes/favicon',
    )
  })

  test('a forum without pictures has a mark: the first letter of its title on its colour', async () => {
    const forum = await open()
    const admin = await forum.as(1)
    const change = async (values: Record<string, string>) => {
      expect((await admin.post('/api/settings', values)).status).toBe(204)
    }
    /** Reads the page's icon as an image. */
    const icon = async (path = '/') => {
      const { text } = await forum.guest().get(path)
      const [, href = ''] = /<link rel="shortcut icon" href="([^"]+)">/.exec(text) ?? []
      return decodeURIComponent(href.replaceAll('&#39;', "'"))
    }
    await change({ forum_title: '<ö> & Söhne', theme_primary_color: '#fe0' })
    for (const path of ['/', '/confirm/none']) {
      expect(await icon(path)).toMatch(
        /^data:image\/svg\+xml,<svg .*fill="#fe0".*fill="#000">Ö<\/text><\/svg>$/,
      )
    }
    await change({ theme_primary_color: '#12697c' })
    expect(await icon()).toMatch(/fill="#12697c".*fill="#fff">Ö</)
    expect((await forum.guest().get('/confirm/none')).text).toContain(
      '<span class="ForumMark" aria-hidden="true">Ö</span><bdi>&lt;ö&gt; &amp; Söhne</bdi>',
    )
    const { body } = await admin.postFiles('/api/logo', formWith('logo', await picture(60, 60)))
    await admin.postFiles('/api/favicon', formWith('favicon', await picture(60, 60)))
    expect(await icon()).toMatch(/\/assets\/favicon-\w{8}\.png$/)
    const small = (await forum.guest().get('/confirm/none')).text
    expect(small).toContain(`src="${body.data.attributes.logoUrl}"`)
    expect(small).not.toContain('ForumMark')
  })

  test('only administrators may change them', async () => {
    const forum = await open()
    const member = await forum.as(await makeUser(forum))
    const guest = forum.browser()
    await guest.get('/api')
    for (const client of [member, guest]) {
      for (const name of ['logo', 'favicon']) {
        const answer = await client.postFiles(`/api/${name}`, formWith(name, await picture(9, 9)))
        expect({ status: answer.status, code: answer.body.errors[0]?.code }).toEqual({
          status: 403,
          code: 'permission_denied',
        })
        expect((await client.delete(`/api/${name}`)).status).toBe(403)
      }
    }
    expect((await forum.guest().get('/api')).body.data.attributes).toMatchObject({
      logoUrl: null,
      faviconUrl: null,
    })
  })
})
