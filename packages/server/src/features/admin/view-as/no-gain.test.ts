import { Random } from '@parley/seed/random'
import {
  type ApiClient,
  admin,
  allRowsReader,
  eachTestForum,
  endpointsOf,
  grant,
  makeDiscussion,
  makeGroup,
  makeUser,
  notificationsExtension,
  notify,
  type TestForum,
} from '@parley/testing'
import {
  makeProbedResources,
  type ProbedResource,
  privacyExtension,
  probePaths,
  visibilityFaults,
} from '@parley/testing/doors'
import { pageClient } from '@parley/testing/page-client'
import { expect, test } from 'vitest'
import { administrators, everyone, members, moderators } from '../../../points/context/actor.ts'

const path = '/api/admin/view-as'

async function begin(client: ApiClient, kind: 'user' | 'group', id: number): Promise<string> {
  const { body } = await client.post(path, { kind, id })
  return new URL((body as unknown as { url: string }).url).pathname.slice(0, -1)
}

/** A client whose addresses are those of a view. */
function within(client: ApiClient, view: string): Pick<ApiClient, 'get'> {
  return { get: (address, headers) => client.get(view + address, headers) }
}

/** Endpoints that differ in a view. Files are the same for everyone, and have only GET and HEAD. */
function endpointsOfViews(forum: TestForum): string[] {
  return endpointsOf(forum).filter((endpoint) => !endpoint.includes(' /assets/'))
}

/** The address of an endpoint about rows that exist. */
function addressOf(endpoint: string, { id }: { id: number }): string {
  const [, address = ''] = endpoint.split(' ')
  return address.replace(/:id\b/, String(id)).replace(/:\w+/g, 'admin').replace('*', 'users')
}

const codeOf = ({ body }: { body: { errors?: { code: string }[] } }) => body.errors?.[0]?.code

eachTestForum((open) => {
  test('a view shows what both its account and its administrator see, and no tokens', async () => {
    const forum = await open({
      extensions: [notificationsExtension, privacyExtension],
      client: await pageClient(),
    })
    const { resources, users } = await makeProbedResources(forum)
    const paths = probePaths(forum, resources, users.author.id)
    const boss = await forum.browserOf(admin)
    const group = await makeGroup(forum)
    await grant(forum, 'administrate', [group.id])
    const delegate = await forum.browserOf(await makeUser(forum, { groupIds: [group.id] }))
    const isShown = (who: 'author' | 'stranger' | 'moderator' | 'guest') => (resource: ProbedResource) =>
      resource.type !== 'access-tokens' && resource.visibleTo.includes(who)
    const views = [
      [boss, 'author', 'user', users.author.id, isShown('author')],
      [boss, 'moderator', 'user', users.moderator.id, isShown('moderator')],
      [boss, 'moderator', 'group', moderators, isShown('moderator')],
      [boss, 'guest', 'group', everyone, isShown('guest')],
      // Administers without the permissions of moderators: the author's private posts stay private.
      [delegate, 'author', 'user', users.author.id, isShown('stranger')],
    ] as const
    for (const [client, who, kind, id, maySee] of views) {
      const view = await begin(client, kind, id)
      const faults = await visibilityFaults(within(client, view), paths, resources, maySee)
      expect({ who, kind, faults }).toEqual({ who, kind, faults: [] })
    }
  }, 120_000)

  test('nothing but reading is allowed in a view, whatever the route', async () => {
    const forum = await open({ client: await pageClient() })
    const target = await makeUser(forum, { groupIds: [administrators] })
    const row = await makeDiscussion(forum, { user_id: target.id })
    const boss = await forum.browserOf(admin)
    const view = await begin(boss, 'user', target.id)
    await forum.settled()
    const readAll = await allRowsReader(forum)
    const before = await readAll()
    const addresses = [...new Set(endpointsOfViews(forum).map((endpoint) => view + addressOf(endpoint, row)))]
    const faults: string[] = []
    for (const address of [...addresses, `${view}/`, view, `${view}/d/${row.id}`, `${view}/nowhere`]) {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        const answer = await boss.send(address, { method, body: { csrfToken: boss.csrfToken } })
        if (answer.status !== 403) faults.push(`${method} ${address}: ${answer.status}`)
        if (!answer.text.includes('view_as_read_only') && address.startsWith(`${view}/api`))
          faults.push(`${method} ${address}: ${codeOf(answer)}`)
      }
      const overridden = await boss.post(address, {}, { 'x-http-method-override': 'DELETE' })
      if (overridden.status !== 403) faults.push(`overridden ${address}: ${overridden.status}`)
    }
    expect(faults).toEqual([])
    expect(await readAll()).toBe(before)
  })

  test('reading in a view stores nothing, and tells no address, token or setting', async () => {
    const forum = await open({ extensions: [notificationsExtension], client: await pageClient() })
    const group = await makeGroup(forum)
    const target = await makeUser(forum, {
      username: 'target',
      email: 'very-own@machine.local',
      groupIds: [moderators, group.id],
      preferences: JSON.stringify({ locale: 'de' }),
    })
    // Everything that can be delegated, so that only the view itself refuses it.
    for (const name of forum.current.points.permissions.keys())
      if (name !== 'administrate') await grant(forum, name, [group.id])
    const subject = await makeDiscussion(forum, {
      user_id: admin.id,
      posts: [{ ip_address: '198.51.100.7' }],
    })
    const other = await makeDiscussion(forum, { user_id: admin.id })
    for (const { id } of [subject, other])
      await notify(forum, { type: 'discussionNoticed', fromUserId: admin.id, subject: { id } as never }, [
        target.id,
      ])
    const boss = await forum.browserOf(admin)
    const view = await begin(boss, 'user', target.id)
    await forum.settled()
    const readAll = await allRowsReader(forum)
    const before = await readAll()
    await forum.clock.advance(600)
    const gets = endpointsOfViews(forum).filter((endpoint) => endpoint.startsWith('GET '))
    const addresses = [
      ...gets.map((endpoint) => addressOf(endpoint, subject)),
      ...['/', '/all?q=findable', `/d/${subject.id}`, '/u/target', '/u/target/security', '/notifications'],
      ...['/settings', '/drafts', '/login', '/nowhere', `/api/users/${target.id}`],
    ]
    const answers = new Map<string, number>()
    for (const address of new Set(addresses)) {
      const { status, text, headers } = await boss.get(view + address)
      answers.set(address, status)
      expect({ address, cache: headers['cache-control'] }).toEqual({ address, cache: 'private, no-store' })
      expect([address, headers['set-cookie'], headers['x-csrf-token']]).toEqual([
        address,
        undefined,
        undefined,
      ])
      expect({ address, isFault: status >= 500 }).toEqual({ address, isFault: false })
      for (const secret of ['machine.local', '198.51.100.7', '"preferences"', boss.csrfToken])
        expect({ address, secret, isTold: text.includes(secret) }).toEqual({ address, secret, isTold: false })
      const isPage = String(headers['content-type']).startsWith('text/html')
      expect({ address, isMarked: !isPage || text.includes('class="ViewBar"') }).toEqual({
        address,
        isMarked: true,
      })
    }
    await forum.settled()
    expect(await readAll()).toBe(before)
    const shown = [...answers].filter(([, status]) => status === 200).map(([address]) => address)
    expect(shown.sort()).toEqual(
      [
        ...['/', '/all?q=findable', `/d/${subject.id}`, '/u/target', '/notifications'],
        ...['/api', '/api/', '/api/discussions', `/api/discussions/${subject.id}`, '/api/groups'],
        ...[
          '/api/groups/1',
          '/api/notifications',
          '/api/posts',
          '/api/posts/1',
          '/api/users',
          '/api/users/1',
        ],
        ...[`/api/users/${target.id}`, '/api/totals/discussions'],
      ].sort(),
    )
  })

  test('a credential is of no use to others, and no other can be made of it', async () => {
    const forum = await open()
    const member = await makeUser(forum)
    const second = await makeUser(forum, { groupIds: [administrators] })
    const boss = await forum.browserOf(admin)
    const view = await begin(boss, 'group', members)
    const others: Record<string, ApiClient> = {
      guest: forum.guest(),
      member: await forum.browserOf(member),
      'another administrator': await forum.browserOf(second),
      'another session of the administrator': await forum.browserOf(admin),
      'a token of the administrator': await forum.as(admin),
    }
    for (const [who, client] of Object.entries(others)) {
      const answer = await client.get(`${view}/api`)
      expect({ who, status: answer.status, code: codeOf(answer) }).toEqual({
        who,
        status: 403,
        code: 'view_as_ended',
      })
    }
    const random = new Random(7)
    const [, , credential = ''] = view.split('/')
    for (let step = 0; step < 200; step++) {
      const at = random.below(credential.length)
      const changed = credential.slice(0, at) + random.pick([...'ug0129.aZ-_~']) + credential.slice(at + 1)
      if (changed === credential) continue
      const { status } = await boss.get(`/view-as/${changed}/api`)
      expect({ changed, status }).toEqual({ changed, status: 403 })
    }
    expect((await boss.get(`${view}/api`)).status).toBe(200)
  })

  test('pages of views are neither taken from the cache of guests’ pages nor put into it', async () => {
    const forum = await open({ client: await pageClient() })
    const boss = await forum.browserOf(admin)
    await forum.guest().get('/all')
    const view = await begin(boss, 'group', everyone)
    const { text } = await boss.get(`${view}/all`)
    expect(text).toContain(`"basePath":"${view}"`)
    expect(text).toContain('You see the forum as a guest.')
    expect(text).toContain('"session":{"userId":0,"csrfToken":""}')
    const guest = await forum.guest().get('/all')
    expect(guest.text).not.toContain('view-as')
    expect((await forum.guest().get(`${view}/all`)).status).toBe(403)
  })
})
