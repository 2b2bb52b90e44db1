import { expect, test, vi } from 'vitest'
import { Api } from '../../store/api.ts'
import { LateDocument } from './late-document.ts'

/** An API whose answers the test gives, in any order. */
function openApi() {
  const answers: ((status: number, text: string) => void)[] = []
  const api = new Api({
    apiUrl: 'https://forum.example/api',
    csrfToken: '',
    fetch: () =>
      new Promise((resolve) =>
        answers.push((status, text) => resolve(new Response(JSON.stringify({ data: text }), { status }))),
      ),
  })
  const sent = (count: number) => vi.waitFor(() => expect(answers).toHaveLength(count))
  return { api, answers, sent }
}

test('a late document is loaded once, and again on demand; the latest request counts', async () => {
  const { api, answers, sent } = openApi()
  const late = new LateDocument('/totals/discussions')
  const first = late.load(api)
  expect(late.load(api)).toBe(first)
  expect(late.state).toBeUndefined()
  await sent(1)
  answers[0]?.(200, 'one')
  await first
  expect(late.state).toEqual({ data: 'one' })
  const [second, third] = [late.reload(api), late.reload(api)]
  await sent(3)
  answers[2]?.(200, 'three')
  await third
  answers[1]?.(200, 'two')
  await second
  expect(late.state).toEqual({ data: 'three' })
  expect(answers).toHaveLength(3)
})

test('a failure is silent and keeps what is there; a document that came with the page is not loaded', async () => {
  const { api, answers, sent } = openApi()
  const late = new LateDocument('/totals/discussions', 'booted')
  await late.load(api)
  expect(answers).toHaveLength(0)
  const again = late.reload(api)
  await sent(1)
  answers[0]?.(429, 'no')
  await again
  expect(late.state).toBe('booted')
})
