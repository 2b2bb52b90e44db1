import { makeDiscussion } from '@parley/testing/discussions'
import { makeUser } from '@parley/testing/factories'
import type { ServedForum } from '@parley/testing/start-forum'
import type { TestInfo } from '@playwright/test'

/** Returns a word that no other test uses. */
export function uniqueWord({ project, repeatEachIndex, retry, testId }: TestInfo): string {
  const letters = `${testId}${repeatEachIndex}${retry}`.replace(/[^a-z0-9]/g, '').slice(-12)
  return `zephyr${project.name.slice(0, 1)}${letters}`
}

/** Makes discussions with a word in the title, in a late post and in both, and a user whose name begins with it. */
export async function makeSearchData(forum: ServedForum, word: string): Promise<void> {
  const { id } = await makeUser(forum, { username: word.slice(0, 30), email: `${word}@machine.local` })
  const filler = 'There was much to say about the weather and the ferry and the plants on the balcony. '
  await makeDiscussion(forum, {
    title: `The ${word} in the title`,
    user_id: id,
    posts: [{ content: 'Nothing of the kind in here.', user_id: id }],
  })
  await makeDiscussion(forum, {
    title: 'Something quite different',
    user_id: id,
    posts: [
      {},
      {},
      {
        content: `${filler.repeat(3)}Then the ${word.toUpperCase()} came along. ${filler.repeat(3)}`,
        user_id: id,
      },
    ],
  })
  await makeDiscussion(forum, {
    title: `A ${word} and <b>more</b>`,
    user_id: id,
    posts: [{ content: `${word} & ${word}, twice.` }],
  })
}
