import { admin, eachTestForum, makeUser, setSettings, type TestForum } from '@parley/testing'
import { expect, test } from 'vitest'

/** The welcome that a guest with that language sees. */
async function welcomeOf(forum: TestForum, locale: string) {
  const { body } = await forum.guest().get('/api', { cookie: `locale=${locale}` })
  const { welcomeTitle, welcomeMessage } = body.data.attributes
  return [welcomeTitle, welcomeMessage]
}

const german = ['Willkommen bei Test forum', 'Schön, dass du da bist. Sieh dich um und mach mit.'] as const

eachTestForum((open) => {
  test('each visitor sees the welcome of the set-up in their own language', async () => {
    const forum = await open()
    expect(await welcomeOf(forum, 'en')).toEqual([
      'Welcome to Test forum',
      'Glad you’re here. Look around and join in.',
    ])
    expect(await welcomeOf(forum, 'de')).toEqual(german)
    const member = await forum.as(await makeUser(forum, { preferences: JSON.stringify({ locale: 'de' }) }))
    expect((await member.get('/api')).body.data.attributes.welcomeTitle).toBe(german[0])
  })

  test('the welcome of a set-up in another language is translated, too', async () => {
    const forum = await open()
    await setSettings(forum, { welcome_title: german[0], welcome_message: german[1] })
    expect((await welcomeOf(forum, 'fr'))[0]).toBe('Bienvenue sur Test forum')
  })

  test('an edited title or message stands in every language', async () => {
    const forum = await open()
    await setSettings(forum, { welcome_title: 'Come in' })
    const edited = ['Come in', 'Glad you’re here. Look around and join in.']
    expect(await welcomeOf(forum, 'de')).toEqual(edited)
    await setSettings(forum, { welcome_title: 'Welcome to Test forum', welcome_message: null })
    expect(await welcomeOf(forum, 'de')).toEqual(['Welcome to Test forum', null])
  })

  test('another title of the forum stands in the welcome, unless that was edited', async () => {
    const forum = await open()
    const asAdmin = await forum.as(admin)
    await asAdmin.post('/api/settings', { forum_title: 'Riverside' })
    expect((await welcomeOf(forum, 'en'))[0]).toBe('Welcome to Riverside')
    expect((await welcomeOf(forum, 'de'))[0]).toBe('Willkommen bei Riverside')
    expect(forum.current.settings.get('welcome_title')).toBe('Welcome to Riverside')
    await asAdmin.post('/api/settings', { forum_title: 'Lakeside', welcome_title: 'Come in' })
    expect((await welcomeOf(forum, 'de'))[0]).toBe('Come in')
    await asAdmin.post('/api/settings', { forum_title: 'Seaside' })
    expect((await welcomeOf(forum, 'de'))[0]).toBe('Come in')
  })
})
