import { createTestForum, setSettings } from '@parley/testing'
import { expect, test } from 'vitest'

/** The attributes of `<html>` of a page that needs no client. */
async function attributesWith(settings: Record<string, string>): Promise<string | undefined> {
  const forum = await createTestForum()
  await setSettings(forum, settings)
  const { text } = await forum.guest().get('/confirm/unknown')
  return /<html lang="en" dir="ltr" ([^>]*)>/.exec(text)?.[1]
}

test.each([
  [{}, 'style="--accent-seed: #4D698E"'],
  [{ theme_primary_color: '#123' }, 'style="--accent-seed: #123"'],
  [{ theme_secondary_color: '#4d698e' }, 'style="--accent-seed: #4D698E"'],
  [{ theme_secondary_color: '#abcdef' }, 'style="--accent-seed: #4D698E; --tint-seed: #abcdef"'],
  [{ theme_dark_mode: '1' }, 'style="--accent-seed: #4D698E" data-theme="dark"'],
  [{ theme_colored_header: '1' }, 'style="--accent-seed: #4D698E" data-header="colored"'],
  [{ theme_colored_header: '0', theme_dark_mode: '' }, 'style="--accent-seed: #4D698E"'],
])('pages have the colours of the settings %j', async (settings, attributes) => {
  expect(await attributesWith(settings)).toBe(attributes)
})
