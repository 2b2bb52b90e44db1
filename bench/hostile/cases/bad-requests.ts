import { type Attack, type HostileCase, sendRequest } from '../attack.ts'
import { exchange, open } from '../sockets.ts'

const overrides = ['HEAD', 'OPTIONS', 'TRACE', 'CONNECT']

/** Overrides to methods whose responses have no body, which could desynchronise the connection. */
export const methodOverrides: HostileCase = {
  name: 'method overrides',
  async run({ plan, faults }) {
    for (const method of overrides) {
      const request = (path: string, more: string) =>
        `${path} HTTP/1.1\r\nHost: forum\r\n${more}Content-Length: 0\r\n\r\n`
      const overridden = request('POST /api/discussions', `X-HTTP-Method-Override: ${method}\r\n`)
      // A desynchronised connection would not have exactly these two responses.
      const answer = await exchange(plan.url, overridden + request('GET /health', 'Connection: close\r\n'))
      const statuses = [...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)
      if (statuses.join() !== '405,200') {
        faults.add(`An override to ${method} was answered with ${statuses.join(' and ') || 'nothing'}`)
      }
    }
  },
}

const badPaths = [
  '/assets/../../../etc/passwd',
  '/assets/%2e%2e/%2e%2e/etc/passwd',
  '/assets/%5c',
  '/assets/a%00b',
  '/assets/%',
  '/assets/%ff',
  '/d/%00',
  '/u/%2f%2f',
  '/api/%zz',
  '//',
  '/%5c%5c',
]

/** Paths that leave the root or cannot be decoded, and aborted requests. */
export const badPathsAndAborts: HostileCase = {
  name: 'bad paths and aborted requests',
  async run(attack) {
    const { plan, faults } = attack
    for (const path of badPaths) {
      const answer = await exchange(
        plan.url,
        `GET ${path} HTTP/1.1\r\nHost: forum\r\nConnection: close\r\n\r\n`,
      )
      const status = Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1])
      if (![301, 302, 400, 403, 404].includes(status)) faults.add(`GET ${path} was answered with ${status}`)
    }
    for (const request of abortedRequests(attack)) {
      const socket = await open(plan.url)
      socket.write(request)
      await new Promise((resolve) => setTimeout(resolve, 20))
      socket.resetAndDestroy()
    }
    await sendRequest(attack, 'deep JSON', '/api/posts', {
      method: 'POST',
      headers: {
        authorization: `Token ${plan.token}`,
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
      },
      body: `${'['.repeat(200_000)}${']'.repeat(200_000)}`,
    })
  },
}

function abortedRequests({ plan }: Attack): string[] {
  return [
    'GET / HT',
    'POST /login HTTP/1.1\r\nHost: forum\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{',
    'POST /api/users/1/avatar HTTP/1.1\r\nHost: forum\r\nContent-Type: multipart/form-data; boundary=a\r\nContent-Length: 1000\r\n\r\n--a\r\n',
    `GET /api/posts?filter%5Bdiscussion%5D=${plan.quotes.id}&page%5Blimit%5D=50 HTTP/1.1\r\nHost: forum\r\n\r\n`,
    `GET /api/discussions/${plan.longest.id} HTTP/1.1\r\nHost: forum\r\n\r\n`,
  ]
}
