import { expect, test } from 'vitest'
import { VisitedHosts } from './visited-hosts.ts'

const visits = (base: string, hosts: readonly string[], times = 20) => {
  const visited = new VisitedHosts(base)
  for (let n = 0; n < times; n++) for (const host of hosts) visited.note({}, host)
  return visited.other
}

test('names the host that visitors use in place of the base URL', () => {
  expect(visits('https://forum.example.org', ['www.example.org'])).toBe('www.example.org')
  expect(visits('http://127.0.0.1:3000', ['forum.example.org'])).toBe('forum.example.org')
  expect(visits('https://forum.example.org:8443', ['forum.example.org'])).toBe('forum.example.org')
})

test('is silent when visitors use the base URL, when there were few, and about internal hosts', () => {
  expect(visits('https://forum.example.org', ['www.example.org', 'forum.example.org'])).toBeUndefined()
  expect(visits('https://forum.example.org', ['www.example.org'], 19)).toBeUndefined()
  const internal = ['127.0.0.1:3000', 'localhost', '10.0.0.7', '[::1]:3000', 'parley:3000']
  expect(visits('https://forum.example.org', internal)).toBeUndefined()
})

test('believes the page that sent a request more than a proxy that changed the host', () => {
  const visited = new VisitedHosts('https://forum.example.org')
  for (let n = 0; n < 50; n++) visited.note({}, 'upstream.example.net')
  expect(visited.other).toBe('upstream.example.net')
  const page = { 'sec-fetch-site': 'same-origin', referer: 'https://forum.example.org/d/1' }
  visited.note(page, 'upstream.example.net')
  expect(visited.other).toBeUndefined()
})

test('remembers few hosts, whatever programs send', () => {
  const visited = new VisitedHosts('https://forum.example.org')
  for (let n = 0; n < 1000; n++) visited.note({}, `made-up-${n}.example.net`)
  visited.note({}, `${'x'.repeat(300)}.example.net`)
  visited.note({ 'sec-fetch-site': 'same-origin', origin: 'null' }, 'www.example.org')
  expect(visited.other).toBe('made-up-0.example.net')
})
