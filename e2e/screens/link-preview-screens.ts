import { adminPage } from './admin-screens.ts'
import { sendAs } from './send-as.ts'
import type { Screen, Stage } from './stage.ts'

const site = { site_name: null, image: null, accessed: 0, picture: '/api/picture', icon: '/api/picture' }

/** What other sites answer, by the addresses in the post. */
const answers: Readonly<Record<string, object>> = {
  'https://www.rail.example/night-network-2027': {
    ...site,
    title: 'Night network 2027: five new pairs, one farewell',
    description:
      'New cars on Paris–Berlin from June, a second departure on Fridays, and a bistro that moves to the middle of the train.',
  },
  'https://arabic.example/news': {
    ...site,
    title: 'شبكة القطارات الليلية لعام 2027',
    description: 'عربات جديدة بين باريس وبرلين',
    icon: null,
  },
  'https://timetable.example/': { ...site, title: 'Timetable', description: null, picture: null },
  'https://gone.example/page?id=12': { error: 'This site can’t be reached.' },
}

const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 200" width="300" height="200"><path fill="#3b7ea1" d="M0 0h300v200H0z"/><circle cx="150" cy="120" r="60" fill="#f2b134"/></svg>'

/** Opens a discussion whose first post has links. The forum asks no other sites. */
async function openLinks({ forum, on, page }: Stage, answer: object | undefined): Promise<void> {
  await page.route('**/api/picture', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: picture }),
  )
  await page.route(
    '**/api/datlechin-link-preview/batch',
    (route) => answer && route.fulfill({ json: answer }),
  )
  const attributes = {
    title: 'The night network of next year',
    content: `The plan is out:\n${Object.keys(answers).join('\n')}`,
  }
  const id = await sendAs(forum, 1, 'POST', '/discussions', { type: 'discussions', attributes })
  await on.discussion.goto(id)
}

/** The screens of link previews. */
export const linkPreviewScreens: Readonly<Record<string, Screen>> = {
  'link-previews': {
    what: '`/d/{id}`, with previews of links, one of them failed',
    as: 'member',
    async open(stage) {
      await openLinks(stage, answers)
      await stage.page.getByRole('link', { name: /Failed to fetch preview/ }).waitFor()
    },
  },
  'link-previews-loading': {
    what: '`/d/{id}`, while previews of links are fetched',
    as: 'member',
    async open(stage) {
      await openLinks(stage, undefined)
      await stage.page.locator('.LinkPreview[aria-busy]').first().waitFor()
    },
  },
  'admin-link-preview': {
    ...adminPage('/admin/extensions/link-preview', ''),
    what: '`/admin/extensions/{id}`, settings of link previews',
  },
}
