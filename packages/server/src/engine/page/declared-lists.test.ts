import { eachTestForum, makeDiscussion, makeUser, type TestForum } from '@parley/testing'
import { pageClient } from '@parley/testing/page-client'
import { expect, test } from 'vitest'

const extensions = {
  harbor: {
    lists: {
      berth: {
        path: '/berths/:name',
        title: ({ params }: Located) => `Berth <${params.name}>`,
        filter: ({ params }: Located) => ({ author: params.name ?? '' }),
        requests: ({ params }: Located) => [`/users/${params.name}?bySlug=true`],
        head: ({ location }: { location: Located }) => ({
          description: 'Ships & more',
          feed: { title: 'Ships "here"', path: `/atom/u/${location.params.name}` },
        }),
      },
    },
  },
}
interface Located {
  params: Readonly<Record<string, string | undefined>>
}

const harbor = { id: 'harbor', title: 'Harbor', version: '1.0.0', declaration: {} }

async function fixture(forum: TestForum): Promise<void> {
  const ada = await makeUser(forum, { username: 'ada' })
  await makeDiscussion(forum, { user_id: ada.id, title: 'Oak' })
  await makeDiscussion(forum, { user_id: 1, title: 'Elm' })
}

eachTestForum((open) => {
  test('the page of a declared list has its discussions, its head and its feed', async () => {
    const forum = await open({ client: await pageClient(extensions), extensions: [harbor] })
    await fixture(forum)
    const { status, text } = await forum.guest().get('/berths/ada')
    expect(status).toBe(200)
    expect(text).toContain('Oak')
    expect(text).not.toContain('Elm')
    const head = text.slice(0, text.indexOf('</head>'))
    expect(head).toContain('<title>Berth &lt;ada&gt; - Test forum</title>')
    expect(head).toContain('<link rel="canonical" href="http://localhost/berths/ada">')
    expect(head).toContain('<meta name="description" content="Ships &amp; more">')
    const feed = 'title="Ships &quot;here&quot;" href="http://localhost/atom/u/ada"'
    expect(head).toContain(`<link rel="alternate" type="application/atom+xml" ${feed}>`)
    expect((await forum.guest().get('/berths/nobody')).status).toBe(404)
  })

  test('without the extension there is no such page', async () => {
    const forum = await open({ client: await pageClient(extensions) })
    await fixture(forum)
    expect((await forum.guest().get('/berths/ada')).status).toBe(404)
    const { text } = await forum.guest().get('/all')
    expect(text).toContain('Elm')
    expect(text).not.toContain('/atom/u/')
  })
})
