import { createAccessToken } from '@parley/server/access-tokens'
import { makeDiscussion } from '@parley/testing/discussions'
import { makeUser } from '@parley/testing/factories'
import {
  expect,
  groups,
  test as journey,
  oncePerForum,
  type Person,
  type Role,
} from '@parley/testing/journey'
import type { ServedForum } from '@parley/testing/start-forum'
import { makeSearchData, uniqueWord } from './search-data.ts'

export { expect }

/** A read-only discussion of the sample data. */
export interface ReadDiscussion {
  id: number
  title: string
}

/** The sample data of the forum. Journeys only read it and create their own data to change. */
export interface Samples {
  /** Three hundred posts of varying length. */
  long: ReadDiscussion
  /** Five posts with all kinds of content. */
  rich: ReadDiscussion
  /** A user who has written half of the posts. */
  author: { id: number; username: string }
}

const longPostCount = 300
const longSlug = 'what-are-you-reading'
const richSlug = 'how-posts-can-look'
const sampleAuthor = 'mira'
const smallDiscussionCount = 45
const minute = 60_000

const titles = [
  'Which plants survive a north-facing balcony?',
  'Minutes of the meeting in the boathouse',
  'Repair café on Saturday: who brings a soldering iron?',
  'A quiet keyboard for a shared office',
  'The ferry timetable changes in June',
  'Sourdough that does not rise in winter',
  'مقترحات لأمسية القراءة القادمة',
  '読書会の次の本を決めましょう',
  'Where do you buy your coffee beans?',
]
const sentences = [
  'I tried it last year and it held up well through the winter.',
  'Has anybody compared the two side by side?',
  'The short answer is that it depends on how much light there is, and on how often you can water.',
  'We met on Thursday, eleven of us, and agreed on most points faster than anyone had expected.',
  'Thank you, that helps a lot.',
  'My neighbour swears by the other one, but I could not find it in any shop around here.',
]

const richContent = `## A heading

A [link](https://example.org/), **strong**, \`code\` and ~~struck~~.

> Quoted.

- One
- Two

\`\`\`ts
${'const line = "far too long for a phone"; '.repeat(4)}
\`\`\`

| Name | Place |
| ---- | ----- |
| Mira | Riverside |

${'averylongwordwithoutanyspace'.repeat(8)}
`

/** Openings that many journeys share. */
interface Openings {
  /** A username that no other test and no repetition uses. */
  uniqueName(prefix: string): string
  /** Stores a discussion with two posts. Returns its title, which no other test uses. */
  makeUnread(name: string): Promise<string>
  /** A word for which `makeSearchData` has made discussions and a user. */
  searchWord: string
  /** Logs in with a new account. */
  logInAs(username: string, is?: Role['is']): Promise<Person>
  /** Opens the log-in or the sign-up form on the index. */
  openSessionForm(name: 'Log in' | 'Sign up'): Promise<void>
  /** Grants a permission to exactly these groups, as the forum's administrator. */
  grant(permission: string, groupIds: readonly number[]): Promise<void>
  /** Waits for a mail to an address with a link that contains a path. Returns the link of the newest such mail. */
  mailedLink(address: string, path: string): Promise<string>
  /** Opens the composer for a reply to the current discussion, and writes a text. */
  beginReply(text: string): Promise<void>
}

/** The journeys' `test` with sample data and shared openings. */
export const test = journey.extend<Openings & { samples: Samples }>({
  beginning: { name: 'samples', fill: makeSamples },
  samples: async ({ forum }, use) => use(await samplesOf(forum)),
  uniqueName: async ({ viewport }, use, { repeatEachIndex, retry }) => {
    await use((prefix) => `${prefix}-${viewport?.width}-${repeatEachIndex}-${retry}`)
  },
  makeUnread: async ({ forum }, use, { testId, retry }) => {
    await use(async (name) => {
      const title = `${name} ${testId}${retry}`
      await makeDiscussion(forum, { title, posts: [{}, {}] })
      return title
    })
  },
  searchWord: async ({ forum }, use, info) => {
    const word = uniqueWord(info)
    await makeSearchData(forum, word)
    await use(word)
  },
  grant: async ({ forum }, use) => {
    const { database, now } = forum.current
    const { token } = await database.transaction((db) =>
      createAccessToken(db, { userId: 1, type: 'developer', now: now() }),
    )
    await use(async (permission, groupIds) => {
      const { status } = await fetch(`${forum.url}/api/permission`, {
        method: 'POST',
        headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ permission, groupIds }),
      })
      expect(status).toBe(204)
    })
  },
  logInAs: async ({ makePerson, logIn }, use) => {
    await use(async (username, is) => {
      const person = await makePerson(username, is && { groupIds: [groups[is]] })
      await logIn(person)
      return person
    })
  },
  openSessionForm: async ({ on }, use) => {
    await use(async (name) => {
      await on.index.goto()
      await on.header.choose(name)
    })
  },
  mailedLink: async ({ forum }, use) => {
    await use(async (address, path) => {
      let link: string | undefined
      await expect(async () => {
        const mails = (await forum.mails()).filter(({ to }) => to.address === address)
        link = mails.at(-1)?.links.find((candidate) => candidate.includes(path))
        expect(link).toBeDefined()
      }).toPass()
      return link ?? ''
    })
  },
  beginReply: async ({ on }, use) => {
    await use(async (text) => {
      await on.discussion.replyLink.click()
      await on.composer.text.fill(text)
    })
  },
})

const samplesOf = oncePerForum(findSamples)

async function findSamples({ current: { database } }: ServedForum): Promise<Samples> {
  const discussion = (slug: string) =>
    database.read
      .selectFrom('discussions')
      .select(['id', 'title'])
      .where('slug', '=', slug)
      .executeTakeFirstOrThrow()
  const author = await database.read
    .selectFrom('users')
    .select(['id', 'username'])
    .where('username', '=', sampleAuthor)
    .executeTakeFirstOrThrow()
  return { long: await discussion(longSlug), rich: await discussion(richSlug), author }
}

async function makeSamples(forum: ServedForum): Promise<void> {
  const author = await makeUser(forum, { username: sampleAuthor, email: 'mira@machine.local' })
  const other = await makeUser(forum, { username: 'jonas', email: 'jonas@machine.local' })
  const people = [author.id, other.id]
  const start = Date.now() - 40 * 24 * 60 * minute
  const at = (minutes: number) => new Date(start + minutes * minute).toISOString()
  for (let number = 0; number < smallDiscussionCount; number += 1) {
    const title = `${titles[number % titles.length]} (${number + 1})`
    await makeDiscussion(forum, {
      title,
      slug: `discussion-${number + 1}`,
      user_id: people[number % 2] ?? null,
      created_at: at(number * 60),
      posts: [...Array((number * 7) % 11).keys(), 0].map((_, index) => ({
        user_id: people[index % 2] ?? null,
        created_at: at(number * 60 + index),
        ...contentOf(number + index),
      })),
    })
  }
  await makeDiscussion(forum, {
    title: 'What are you reading this month?',
    slug: longSlug,
    user_id: author.id,
    created_at: at(0),
    posts: [...Array(longPostCount).keys()].map((index) => ({
      user_id: people[index % 2] ?? null,
      created_at: at(4000 + index * 90),
      ...contentOf(index, 1 + ((index * 5) % 7)),
    })),
  })
  await makeRichDiscussion(forum, people, at)
}

function makeRichDiscussion(forum: ServedForum, people: readonly number[], at: (minutes: number) => string) {
  const [first = null, second = null] = people
  const posts = [
    { user_id: first, ...contentOf(0, 3) },
    { user_id: second, content: richContent },
    {
      user_id: first,
      content: 'Edited.',
      edited_at: at(4100),
      edited_user_id: first,
    },
    { user_id: second, content: 'هذا نص من اليمين إلى اليسار.' },
    { user_id: null, ...contentOf(4) },
  ]
  return makeDiscussion(forum, {
    title: 'How posts can look',
    slug: richSlug,
    user_id: first,
    created_at: at(3000),
    posts: posts.map((post, index) => ({ created_at: at(3000 + index * 9000), ...post })),
  })
}

function contentOf(seed: number, paragraphs = 1 + (seed % 2)): { content: string } {
  const texts = [...Array(paragraphs).keys()].map((index) => {
    const sentence = sentences[(seed * 5 + index) % sentences.length]
    return `${sentence} ${sentences[(seed + index * 3) % sentences.length]}`
  })
  return { content: texts.join('\n\n') }
}
