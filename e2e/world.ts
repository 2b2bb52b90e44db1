import { makeDiscussion } from '@parley/testing/discussions'
import { makeUser } from '@parley/testing/factories'
import { test as journey } from '@parley/testing/journey'
import type { ServedForum } from '@parley/testing/start-forum'

export { expect } from '@parley/testing/journey'

/** A discussion that the journeys only read. */
export interface ReadDiscussion {
  id: number
  title: string
}

/** What stands in the forum before the first visit. Journeys that change something make their own. */
export interface World {
  /** Three hundred posts of unequal length. */
  long: ReadDiscussion
  /** Five posts with all that posts can look like. */
  rich: ReadDiscussion
  /** Somebody with an account who has written some of it. */
  author: { id: number; username: string }
}

const longPosts = 300
const smallDiscussions = 45
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

const everything = `## A heading

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

/** The tests' `test` with a world to read in. */
export const test = journey.extend<object, { world: World }>({
  world: [async ({ forum }, use) => use(await makeWorld(forum)), { scope: 'worker', auto: true }],
})

async function makeWorld(forum: ServedForum): Promise<World> {
  const author = await makeUser(forum, { username: 'mira', email: 'mira@machine.local' })
  const other = await makeUser(forum, { username: 'jonas', email: 'jonas@machine.local' })
  const people = [author.id, other.id]
  const start = Date.now() - 40 * 24 * 60 * minute
  const at = (minutes: number) => new Date(start + minutes * minute).toISOString()
  for (let number = 0; number < smallDiscussions; number += 1) {
    const title = `${titles[number % titles.length]} (${number + 1})`
    await makeDiscussion(forum, {
      title,
      slug: `discussion-${number + 1}`,
      user_id: people[number % 2] ?? null,
      created_at: at(number * 60),
      posts: [...Array((number * 7) % 11).keys(), 0].map((_, index) => ({
        user_id: people[index % 2] ?? null,
        created_at: at(number * 60 + index),
        ...written(number + index),
      })),
    })
  }
  const long = await makeDiscussion(forum, {
    title: 'What are you reading this month?',
    slug: 'what-are-you-reading',
    user_id: author.id,
    created_at: at(0),
    posts: [...Array(longPosts).keys()].map((index) => ({
      user_id: people[index % 2] ?? null,
      created_at: at(4000 + index * 90),
      ...written(index, 1 + ((index * 5) % 7)),
    })),
  })
  return { long, rich: await makeRich(forum, people, at), author }
}

function makeRich(forum: ServedForum, people: readonly number[], at: (minutes: number) => string) {
  const [first = null, second = null] = people
  const posts = [
    { user_id: first, ...written(0, 3) },
    { user_id: second, content: everything },
    {
      user_id: first,
      content: 'Edited.',
      edited_at: at(4100),
      edited_user_id: first,
    },
    { user_id: second, content: 'هذا نص من اليمين إلى اليسار.' },
    { user_id: null, ...written(4) },
  ]
  return makeDiscussion(forum, {
    title: 'How posts can look',
    slug: 'how-posts-can-look',
    user_id: first,
    created_at: at(3000),
    posts: posts.map((post, index) => ({ created_at: at(3000 + index * 9000), ...post })),
  })
}

function written(seed: number, paragraphs = 1 + (seed % 2)): { content: string } {
  const texts = [...Array(paragraphs).keys()].map((index) => {
    const sentence = sentences[(seed * 5 + index) % sentences.length]
    return `${sentence} ${sentences[(seed + index * 3) % sentences.length]}`
  })
  return { content: texts.join('\n\n') }
}
