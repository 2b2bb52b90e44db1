import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { fetchPublic, internet, type Network, requestPublic, Unfetchable } from './public-fetch.ts'

const limits = { maximumBytes: 1000, seconds: 2 }

/** A network in which every host is this machine, and its address counts as public. */
const localNetwork: Network = {
  lookup: async () => [{ address: '127.0.0.1', family: 4 }],
  isPublic: () => true,
}

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://pictures.test:${(server.address() as AddressInfo).port}`
}

test.each([
  '127.0.0.1',
  '127.9.9.9',
  '0.0.0.0',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  'fe80::1',
  'fc00::1',
  'fd12::1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  'ff02::1',
])('%s is not public', (address) => {
  expect(internet.isPublic(address)).toBe(false)
})

test.each(['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'])('%s is public', (address) => {
  expect(internet.isPublic(address)).toBe(true)
})

test('a file is fetched, also after a redirect', async () => {
  const base = await serve(({ url }, response) =>
    url === '/old' ? response.writeHead(302, { location: '/new' }).end() : response.end('picture'),
  )
  expect(String(await fetchPublic(localNetwork, `${base}/old`, limits))).toBe('picture')
})

test.each([
  '/picture.png',
  'picture.png',
  '',
  '//',
  'file:///etc/passwd',
  'ftp://pictures.test/a.png',
  'data:image/png;base64,AA',
  'javascript:alert(1)',
  'http://127.0.0.1/a.png',
  'http://2130706433/a.png',
  'http://0x7f.1/a.png',
  'http://[::1]/a.png',
  'http://93.184.215.14/a.png',
  'http://user:secret@pictures.test/a.png',
])('%s is not fetched', async (address) => {
  await expect(fetchPublic(localNetwork, address, limits)).rejects.toBeInstanceOf(Unfetchable)
})

test.each(['localhost', 'localhost.', 'pictures.invalid'])('%s is no public host', async (host) => {
  const base = await serve((_request, response) => response.end('inside'))
  const { port } = new URL(base)
  await expect(fetchPublic(internet, `http://${host}:${port}/`, limits)).rejects.toBeInstanceOf(Unfetchable)
})

test('a host with a private address is refused, also if its address changes (DNS rebinding)', async () => {
  const base = await serve((_request, response) => response.writeHead(302, { location: '/again' }).end())
  let lookups = 0
  const inside = { address: '10.0.0.1', family: 4 }
  const both: Network = {
    lookup: async () => [{ address: '127.0.0.1', family: 4 }, inside],
    isPublic: (a) => a === '127.0.0.1',
  }
  await expect(fetchPublic(both, base, limits)).rejects.toMatchObject({ message: 'The host is not public' })
  const rebinding: Network = {
    lookup: async () => [lookups++ === 0 ? { address: '127.0.0.1', family: 4 } : inside],
    isPublic: (address) => address === '127.0.0.1',
  }
  await expect(fetchPublic(rebinding, base, limits)).rejects.toMatchObject({
    message: 'The host is not public',
  })
  expect(lookups).toBe(2)
})

test('a redirect to a forbidden address is refused', async () => {
  const base = await serve((_request, response) =>
    response.writeHead(302, { location: 'http://127.0.0.1/' }).end(),
  )
  await expect(fetchPublic(localNetwork, base, limits)).rejects.toMatchObject({
    message: 'The host has no name',
  })
})

test('files that are too large, too slow or missing and redirect loops are refused', async () => {
  const base = await serve(({ url }, response) => {
    if (url === '/large') response.end('x'.repeat(1001))
    else if (url === '/endless') response.write('x')
    else if (url === '/circle') response.writeHead(302, { location: '/circle' }).end()
    else response.writeHead(404).end()
  })
  for (const path of ['/large', '/circle', '/missing'])
    await expect(fetchPublic(localNetwork, base + path, limits)).rejects.toBeInstanceOf(Unfetchable)
  const slow = fetchPublic(localNetwork, `${base}/endless`, { ...limits, seconds: 0.2 })
  await expect(slow).rejects.toBeInstanceOf(Unfetchable)
})

test('a request is sent as it is, and every answer is one, also a redirect', async () => {
  const base = await serve(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const { method, headers } = request
    response.writeHead(307, { location: '/elsewhere', 'x-topic': headers.topic })
    response.end(`${method} ${headers['content-length']} ${Buffer.concat(pieces)} ${'x'.repeat(1000)}`)
  })
  const sent = { method: 'POST', headers: { topic: 'reply' }, body: 'text' } as const
  const answer = await requestPublic(localNetwork, `${base}/push`, { ...sent, ...limits, maximumBytes: 20 })
  expect({ ...answer, headers: answer.headers['x-topic'], body: String(answer.body) }).toEqual({
    status: 307,
    headers: 'reply',
    body: `POST 4 text ${'x'.repeat(8)}`,
  })
})

test('requests go to public hosts only, and end in time or when they are stopped', async () => {
  const base = await serve(() => {})
  const refused = (network: Network, address: string, more: { seconds?: number; stop?: AbortSignal } = {}) =>
    expect(requestPublic(network, address, { method: 'POST', ...limits, ...more })).rejects.toBeInstanceOf(
      Unfetchable,
    )
  const inside: Network = { ...localNetwork, isPublic: () => false }
  await refused(inside, base)
  await refused(localNetwork, 'http://127.0.0.1/')
  await refused(localNetwork, base, { seconds: 0.1 })
  await refused(localNetwork, base, { stop: AbortSignal.timeout(50) })
})
