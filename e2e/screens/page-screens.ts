import { settled } from '@parley/testing/pages'
import { sendAs } from './send-as.ts'
import type { Screen, Stage } from './stage.ts'

const rules = `Be kind. This forum belongs to all who live by the river.

# What we ask of you

- Read before you write.
- Stay with the subject, and say what you know from hearsay.
- Describe what a picture shows.

# What is not allowed

Advertising, and texts of others without their consent. **Three reports** hide a post until a moderator has read it; see
[the list of moderators](https://example.org/moderators).

## Appeals

> Write to the moderators within two weeks. Another one decides.
`

/** Creates a page as the forum's administrator. Returns its id. */
function makePage({ forum }: Stage, title: string, attributes: object = {}): Promise<string> {
  const slug = `${title.toLowerCase().replace(/\W+/g, '-')}-${Date.now()}`
  const page = { type: 'pages', attributes: { title, slug, content: rules, ...attributes } }
  return sendAs(forum, 1, 'POST', '/pages', page)
}

async function open({ page }: Stage, path: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' })
  await settled(page)
}

/** The screens of pages. */
export const pageScreens: Readonly<Record<string, Screen>> = {
  page: {
    what: '`/p/{id}`',
    as: 'administrator',
    async open(stage) {
      const linked = { isInNavigation: true, isInFooter: true, navigationIcon: 'fas fa-scale-balanced' }
      const id = await makePage(stage, 'Rules of the house', { ...linked, isRestricted: true })
      await open(stage, `/p/${id}`)
    },
  },
  'admin-pages': {
    what: '`/admin/pages`',
    as: 'administrator',
    async open(stage) {
      await makePage(stage, 'Rules of the house')
      await makePage(stage, 'Who we are and how to reach us', { isRestricted: true })
      await makePage(stage, 'Plans for next year', { isHidden: true })
      await open(stage, '/admin/pages')
    },
  },
  'admin-page': {
    what: '`/admin/pages/{id}`',
    as: 'administrator',
    async open(stage) {
      const id = await makePage(stage, 'Rules of the house', { isInNavigation: true })
      await open(stage, `/admin/pages/${id}`)
      await stage.page.getByRole('toolbar').waitFor()
    },
  },
}
