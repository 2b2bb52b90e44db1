import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { Unfetchable } from './connection.ts'
import { internet, type Network, noNetwork } from './network.ts'
import { type Asking, fetchPublic, readPublic, requestPublic } from './requests.ts'

const limits = { accept: 'image/*', maximumBytes: 1000, seconds: 2 }

/** A site on this machine, and a network in which every host leads there. */
interface Site {
  network: Network & { http: { port: number }; https: { port: number; ca: string } }
  /** Connections that were made. */
  connections(): number
}

async function serve(listener: RequestListener): Promise<Site> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  let connections = 0
  server.on('connection', () => {
    connections += 1
  })
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const lookup = async () => [{ address: '127.0.0.1', family: 4 }]
  const network = { lookup, isPublic: () => true, http: { port }, https: { port, ca: '' } }
  return { network, connections: () => connections }
}

/** A header's text whose bytes are UTF-8. */
const asBytes = (text: string) => Buffer.from(text).toString('latin1')

const by = (network: Network): Asking => ({ network, baseUrl: 'https://forum.example', version: '1.2.3' })

/** The text at a path of the site, or why there is none. */
async function fetched(site: Site, path: string, more: Partial<typeof limits> = {}): Promise<string> {
  const found = await fetchPublic(by(site.network), `http://site.test${path}`, { ...limits, ...more })
  return found instanceof Unfetchable ? `Unfetchable: ${found.message}` : String(found)
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
  '::ffff:0:127.0.0.1',
  '::127.0.0.1',
  '::7f00:1',
  '4000::1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::7f00:1',
  '2002:7f00:1::',
  '2001:0:7f00:1::',
  'fec0::1',
  'ff02::1',
])('%s is not public', (address) => {
  expect(internet.isPublic(address)).toBe(false)
})

test.each(['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'])('%s is public', (address) => {
  expect(internet.isPublic(address)).toBe(true)
})

test('a file is fetched, also after five redirects, and the site reads which forum asks', async () => {
  const asked: unknown[] = []
  const site = await serve(({ url = '', headers }, response) => {
    const left = Number(url.slice(1))
    if (left > 0) response.writeHead(302, { location: `/${left - 1}`, 'set-cookie': 'a=b' }).end()
    else {
      asked.push([headers['user-agent'], headers.accept, headers.cookie, headers.host])
      response.end('picture')
    }
  })
  expect(await fetched(site, '/5')).toBe('picture')
  expect(asked).toEqual([['Parley/1.2.3 (+https://forum.example)', 'image/*', undefined, 'site.test']])
  expect(await fetched(site, '/6')).toBe('Unfetchable: There were too many redirects')
})

test.each([
  '/picture.png',
  'picture.png',
  '',
  '//',
  'file:///etc/passwd',
  'ftp://site.test/a.png',
  'gopher://site.test/',
  'data:image/png;base64,AA',
  'javascript:alert(1)',
  'http://127.0.0.1/a.png',
  'http://127.0.0.1./a.png',
  'http://2130706433/a.png',
  'http://0x7f.1/a.png',
  'http://0177.0.0.1/a.png',
  'http://127.1/a.png',
  'http://１２７.0.0.1/a.png',
  'http://①②⑦.0.0.1/a.png',
  'http://[::1]/a.png',
  'http://[::ffff:127.0.0.1]/a.png',
  'http://[64:ff9b::7f00:1]/a.png',
  'http://93.184.215.14/a.png',
  'http://user:secret@site.test/a.png',
  'http://user@site.test/a.png',
  'http://site.test:22/',
  'http://site.test:8080/',
  'https://site.test:8443/',
])('%s is refused without a connection, also as the target of a redirect', async (address) => {
  const site = await serve((_request, response) =>
    response.writeHead(302, { location: asBytes(address) }).end(),
  )
  expect(await fetchPublic(by(site.network), address, limits)).toBeInstanceOf(Unfetchable)
  expect(site.connections()).toBe(0)
  // These three are paths, and lead to the site itself.
  const isPath = ['/picture.png', 'picture.png', ''].includes(address)
  expect(await fetched(site, '/')).toMatch(isPath ? /too many redirects/ : /^Unfetchable: /)
  expect(site.connections()).toBe(isPath ? 6 : 1)
})

test.each(['localhost', 'localhost.', 'LOCALHOST', 'a.localhost', 'metadata.internal', 'ｌocalhost'])(
  '%s is no public host',
  async (host) => {
    const site = await serve((_request, response) => response.end('inside'))
    const inside: Network = { ...site.network, lookup: internet.lookup, isPublic: internet.isPublic }
    expect(await fetchPublic(by(inside), `http://${host}/`, limits)).toBeInstanceOf(Unfetchable)
    expect(site.connections()).toBe(0)
  },
)

test('a name of a private address is refused, also if only one is, or if it changes (DNS rebinding)', async () => {
  const site = await serve((_request, response) => response.writeHead(302, { location: '/again' }).end())
  const outside = { address: '127.0.0.1', family: 4 }
  const inside = { address: '10.0.0.1', family: 4 }
  const isPublic: Network['isPublic'] = (address) => address === outside.address
  const refusal = { message: 'The host is not public', name: 'Unfetchable' }
  const fetchFrom = (lookup: Network['lookup']) =>
    fetchPublic(by({ ...site.network, isPublic, lookup }), 'http://site.test/', limits)
  expect(await fetchFrom(async () => [outside, inside])).toMatchObject(refusal)
  expect(await fetchFrom(async () => [])).toMatchObject(refusal)
  expect(site.connections()).toBe(0)
  let lookups = 0
  expect(await fetchFrom(async () => [lookups++ === 0 ? outside : inside])).toMatchObject(refusal)
  expect([lookups, site.connections()]).toEqual([2, 1])
})

test('files that are too large, missing, too slow or in circles are errors as values', async () => {
  const site = await serve(({ url }, response) => {
    if (url === '/large') response.end('x'.repeat(1001))
    else if (url === '/endless') response.write('x')
    else if (url === '/broken')
      response.writeHead(200, { 'content-length': 10 }).write('x', () => response.destroy())
    else if (url === '/circle') response.writeHead(302, { location: '/circle' }).end()
    else if (url !== '/silent') response.writeHead(404).end()
  })
  for (const path of ['/large', '/circle', '/missing', '/broken'])
    expect(await fetched(site, path)).toMatch(/^Unfetchable: /)
  for (const path of ['/endless', '/silent'])
    expect(await fetched(site, path, { seconds: 0.2 })).toBe('Unfetchable: The connection failed')
})

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
] as const)('a file by %s is decompressed, and a bomb is cut off', async (encoding, compress) => {
  const site = await serve(({ url }, response) => {
    const text = url === '/bomb' ? Buffer.alloc(50 * 2 ** 20) : 'a text'
    response.writeHead(200, { 'content-encoding': encoding }).end(compress(text))
  })
  expect(await fetched(site, '/')).toBe('a text')
  let bytes = 0
  await readPublic(by(site.network), 'http://site.test/bomb', limits, async ({ pieces }) => {
    for await (const piece of pieces) bytes += piece.length
  })
  expect(bytes).toBe(1000)
})

test('what is no compressed file, or by an unknown encoding, is an error', async () => {
  const site = await serve(({ url = '' }, response) =>
    response.writeHead(200, { 'content-encoding': url.slice(1) }).end('a text'),
  )
  expect(await fetched(site, '/gzip')).toBe('Unfetchable: The connection failed')
  expect(await fetched(site, '/zstd')).toBe('Unfetchable: The encoding is unknown')
  expect(await fetched(site, '/identity')).toBe('a text')
})

test('a reader gets the start of an endless file, and may stop at any time', async () => {
  const site = await serve((_request, response) => {
    const write = () =>
      void (response.destroyed || response.write('x'.repeat(600), () => setImmediate(write)))
    write()
  })
  expect((await fetched(site, '/', { maximumBytes: 999 })).slice(0, 30)).toBe(
    'Unfetchable: The file is too l',
  )
  const start = await readPublic(by(site.network), 'http://site.test/', limits, async ({ url, pieces }) => {
    for await (const piece of pieces) return `${url} ${piece.subarray(0, 3)}`
  })
  expect(start).toBe('http://site.test/ xxx')
})

test('an answer that switches to another protocol ends the fetch', async () => {
  const site = await serve((request) =>
    request.socket.end('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
  )
  const closed = 'Unfetchable: The connection closed without an answer'
  // More than the connections to one host, which would stay taken.
  for (let asked = 0; asked < 3; asked++) expect(await fetched(site, '/')).toBe(closed)
})

test('faults of a reader are its own', async () => {
  const site = await serve((_request, response) => response.end('x'))
  const read = readPublic(by(site.network), 'http://site.test/', limits, () => {
    throw new TypeError('a fault')
  })
  await expect(read).rejects.toThrow(new TypeError('a fault'))
})

test('one host gets two requests at once', async () => {
  const waiting = new Map<string, (() => void)[]>()
  const site = await serve(({ headers: { host = '' } }, response) => {
    waiting.set(host, [...(waiting.get(host) ?? []), () => response.end('x')])
  })
  const ask = (host: string) => fetchPublic(by(site.network), `http://${host}/`, limits)
  const asked = [ask('a.test'), ask('a.test'), ask('a.test'), ask('b.test')]
  const open = () => Object.fromEntries([...waiting].map(([host, answers]) => [host, answers.length]))
  await expect.poll(open).toEqual({ 'a.test': 2, 'b.test': 1 })
  waiting.get('a.test')?.[0]?.()
  await expect.poll(open).toEqual({ 'a.test': 3, 'b.test': 1 })
  for (const answer of [...waiting.values()].flat()) answer()
  expect((await Promise.all(asked)).map(String)).toEqual(['x', 'x', 'x', 'x'])
})

test('nothing is asked where the operator has closed the network', async () => {
  const site = await serve((_request, response) => response.end('x'))
  const closed: Network = { ...site.network, ...(noNetwork.isOff && { isOff: noNetwork.isOff }) }
  const off = { message: 'The network is off' }
  expect(await fetchPublic(by(closed), 'http://site.test/', limits)).toMatchObject(off)
  expect(await requestPublic(closed, 'http://site.test/', { method: 'GET', ...limits })).toMatchObject(off)
  expect(site.connections()).toBe(0)
})

test('a request is sent as it is, and every answer is one, also a redirect', async () => {
  const { network } = await serve(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const { method, headers } = request
    response.writeHead(307, { location: '/elsewhere', 'x-topic': headers.topic })
    response.end(`${method} ${headers['content-length']} ${Buffer.concat(pieces)} ${'x'.repeat(1000)}`)
  })
  const sent = { method: 'POST', headers: { topic: 'reply' }, body: 'text' } as const
  const answer = await requestPublic(network, 'http://site.test/push', {
    ...sent,
    ...limits,
    maximumBytes: 20,
  })
  if (answer instanceof Unfetchable) throw answer
  expect({ ...answer, headers: answer.headers['x-topic'], body: String(answer.body) }).toEqual({
    status: 307,
    headers: 'reply',
    body: `POST 4 text ${'x'.repeat(8)}`,
  })
})

test('requests go to public hosts only, and end in time or when they are stopped', async () => {
  const { network } = await serve(() => {})
  const ask = (by: Network, address: string, more: { seconds?: number; stop?: AbortSignal } = {}) =>
    requestPublic(by, address, { method: 'POST', ...limits, ...more })
  for (const answer of [
    ask({ ...network, isPublic: () => false }, 'http://site.test/'),
    ask(network, 'http://127.0.0.1/'),
    ask(network, 'http://site.test/', { seconds: 0.1 }),
    ask(network, 'http://site.test/', { stop: AbortSignal.timeout(50) }),
  ])
    expect(await answer).toBeInstanceOf(Unfetchable)
})
