import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTestForum, endpointsOf, RawConnection } from '@parley/testing'
import { pageClient } from '@parley/testing/page-client'
import { expect, onTestFinished, test } from 'vitest'

/** Tried after each prefix. */
const hostileEnds = [
  '/../../../etc/passwd',
  '/..',
  '/.',
  '/./a.js',
  '/a/../a.js',
  '/a/../../keys/signing',
  '/%2e%2e/%2e%2e/%2e%2e/etc/passwd',
  '/%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '/..%2f..%2f..%2fetc/passwd',
  '/%252e%252e/%252e%252e/etc/passwd',
  '/..%5c..%5cetc%5cpasswd',
  '/..\\..\\etc\\passwd',
  '/%5c',
  '/\\',
  '/a%5c..%5cb',
  '/a%00b',
  '/%00',
  '/a.js%00.png',
  '/%',
  '/%z',
  '/%zz/a',
  '/%c0%ae%c0%ae/etc/passwd',
  '/%ff%fe',
  '/%ed%a0%80',
  '/%F0%9F%98%80',
  '//',
  '///etc/passwd',
  '//evil.example/a',
  '/%2fetc/passwd',
  '/a//b',
  '/.env',
  '/.drafts/a',
  '/a/.git/config',
  '/CON',
  '/aux.js',
  '/a.js/',
  '/a.js/b',
  '/A.JS',
  '/a.js::$DATA',
  '/a.js;b=c',
  '/a.js%20',
  '/a.js.',
  '/C:%5cWindows',
  '/file:///etc/passwd',
  '/%0d%0aSet-Cookie:a=b',
  '/%0a',
  '/<script>',
  '/%3Cscript%3E',
  '/{a}',
  '/[a]',
  '/a|b',
  '/~root',
  '/*',
  '/:id',
  '/__proto__',
  '/constructor/prototype',
  '/toString',
  '/-1',
  '/0',
  '/1e9',
  '/9007199254740993',
  '/NaN',
  `/${'9'.repeat(400)}`,
  `/${'a'.repeat(255)}`,
  `/${'a'.repeat(256)}`,
  `/${'%E2%82%AC'.repeat(190)}`,
  `/${'a/'.repeat(1500)}`,
  `/${'../'.repeat(1000)}etc/passwd`,
  `/${'%2e%2e%2f'.repeat(500)}etc/passwd`,
  `/${'x'.repeat(5000)}`,
  `/${'%41'.repeat(3000)}`,
  '?',
  '?%',
  '?%00',
  '?a=%ff',
  '?__proto__[a]=1',
  '?a[a][a][a][a][a][a][a][a]=1',
  `?${'a[]=1&'.repeat(1500)}`,
  `?a=${'x'.repeat(9000)}`,
  '/?page=%00',
  '/?page=-1',
  '/?page=1e99',
  ';a=b',
  '%2f',
  '%00',
  '#a',
]
const prefixes = ['', '/assets', '/api']
/** Tried after the path of each endpoint. */
const endsAfterEndpoints = [
  '/..',
  '/%5c',
  '/a%00b',
  '/%zz',
  '/%ff%fe',
  '//',
  '/9007199254740993',
  '?a=%00',
  '?__proto__[a]=1',
]
const wholeTargets = [
  '*',
  'assets/a.js',
  '?a',
  'http://evil.example/assets/../../etc/passwd',
  'http://[::1',
  '//',
  '/\u00e9',
]

test.each([
  { baseUrl: 'http://localhost', hasClient: false },
  { baseUrl: 'http://localhost', hasClient: true },
  { baseUrl: 'https://example.org/forum', hasClient: true },
])(
  'no path is a 5xx or reveals a file: $baseUrl, with the files of a client: $hasClient',
  async ({ baseUrl, hasClient }) => {
    const basePath = new URL(baseUrl).pathname.replace(/\/$/, '')
    const client = hasClient ? await pageClient() : undefined
    if (client) {
      await mkdir(join(client.folder, 'assets', 'a'), { recursive: true })
      await writeFile(join(client.folder, 'assets', 'a.js'), 'let a')
      await writeFile(join(client.folder, 'assets', '.env'), 'SECRET')
    }
    const forum = await createTestForum({ port: 0, baseUrl, ...(client && { client }) })
    await forum.current.files.write('b.png', Buffer.from('b'))
    const port = await forum.listen()
    const endpointPaths = endpointsOf(forum)
      .filter((endpoint) => endpoint.startsWith('GET '))
      .map((endpoint) => endpoint.slice(4).replace(/\/:.*$/, ''))
    const targets = [
      ...prefixes.flatMap((prefix) => hostileEnds.map((end) => `${basePath}${prefix}${end}`)),
      ...[...new Set(endpointPaths)].flatMap((path) =>
        endsAfterEndpoints.map((end) => `${basePath}${path}${end}`),
      ),
      ...wholeTargets,
    ]
    expect(targets.length).toBeGreaterThan(500)
    const faults: Record<string, number> = {}
    let connection = await RawConnection.open(port)
    onTestFinished(() => connection.end())
    for (const target of targets) {
      if (connection.socket.destroyed) connection = await RawConnection.open(port)
      connection.request([`GET ${target} HTTP/1.1`, 'Accept-Encoding: br, gzip'])
      const { status, headers, body } = await connection.answer()
      if (status >= 500 || /root:|SECRET/.test(body)) faults[target.slice(0, 60)] = status
      // Node closes the connection after malformed HTTP.
      if (headers.connection === 'close') connection.end()
    }
    expect(faults).toEqual({})
    expect(forum.logged).toEqual([])
  },
)

test.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD'])(
  '%s to a file is refused or empty',
  async (method) => {
    const client = await pageClient()
    await mkdir(join(client.folder, 'assets'), { recursive: true })
    const forum = await createTestForum({ port: 0, client })
    const connection = await RawConnection.open(await forum.listen())
    onTestFinished(() => connection.end())
    for (const path of ['/assets/a.js', '/assets/%5c', '/assets/../a', '/assets/', '/assets']) {
      connection.request([`${method} ${path} HTTP/1.1`])
      expect([400, 403, 404, 405]).toContain((await connection.answer(method)).status)
    }
    expect(forum.logged).toEqual([])
  },
)
