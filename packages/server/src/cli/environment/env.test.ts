import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { EnvironmentError, environmentVariables, readEnvironment } from './env.ts'

test('hosts to redirect to are normalized, with their ports', () => {
  const read = (value: string) => readEnvironment({ REDIRECT_DOMAINS: value }).redirectDomains
  expect(read('')).toEqual([])
  expect(read('WWW.example.org, id.example.org:8443,[::1]:80,a.b:443,')).toEqual([
    'www.example.org',
    'id.example.org:8443',
    '[::1]:80',
    'a.b',
  ])
  for (const wrong of ['https://a.b', 'a.b/c', 'a@b', 'a.b:x', '*', 'a b', '//', '?']) {
    expect(() => read(wrong)).toThrow(/REDIRECT_DOMAINS must be hosts/)
  }
})

test('an empty environment gives the defaults', () => {
  expect(readEnvironment({ HOST: '', UNRELATED: 'x' })).toEqual({
    host: '127.0.0.1',
    port: 3000,
    baseUrl: 'http://127.0.0.1:3000',
    dataDir: './data',
    databaseUrl: undefined,
    rateLimits: {},
    redirectDomains: [],
    outboundFetch: 'on',
    pageCache: 'on',
    compression: 'on',
    trustProxy: undefined,
    smtpUrl: undefined,
    debug: false,
    isOffline: false,
    isSafeMode: false,
    installation: undefined,
  })
})

test('the base URL defaults to host and port, and has no trailing slash', () => {
  expect(readEnvironment({ HOST: '::1', PORT: '8080' }).baseUrl).toBe('http://[::1]:8080')
  expect(readEnvironment({ BASE_URL: 'https://example.org/forum/' }).baseUrl).toBe(
    'https://example.org/forum',
  )
})

test('limits are off or overridden one by one', () => {
  expect(readEnvironment({ RATE_LIMITS: 'off' }).rateLimits).toBe('off')
  expect(readEnvironment({ RATE_LIMITS: 'registrationsPerAddress=5/60' }).rateLimits).toEqual({
    registrationsPerAddress: { points: 5, seconds: 60 },
  })
})

test('a complete installation is read', () => {
  const admin = { ADMIN_USERNAME: 'admin', ADMIN_EMAIL: 'admin@example.org', ADMIN_PASSWORD: 'password' }
  expect(readEnvironment({ FORUM_TITLE: 'Forum', ...admin }).installation).toEqual({
    title: 'Forum',
    adminUsername: 'admin',
    adminEmail: 'admin@example.org',
    adminPassword: 'password',
  })
})

test('all faults are reported at once', () => {
  const wrong = {
    PORT: '70000',
    BASE_URL: 'forum',
    DATABASE_URL: 'mysql://x',
    RATE_LIMITS: 'none',
    SMTP_URL: 'mail.example.org:25',
    DEBUG: 'yes',
    ADMIN_USERNAME: 'a b',
  }
  try {
    readEnvironment(wrong)
    expect.unreachable()
  } catch (error) {
    expect(error).toBeInstanceOf(EnvironmentError)
    const { faults } = error as EnvironmentError
    for (const name of Object.keys(wrong)) expect(faults.join('\n')).toContain(name)
  }
})

test('an incomplete installation is a fault', () => {
  expect(() => readEnvironment({ FORUM_TITLE: 'Forum' })).toThrow(/ADMIN_EMAIL is missing/)
})

test('the README names every variable, sorted', () => {
  const page = readFileSync(new URL('../../../../../README.md', import.meta.url), 'utf8')
  const named = [...page.matchAll(/^\| `([A-Z_]+)` /gm)].map(([, name]) => name)
  expect(named).toEqual([...environmentVariables].sort())
})
