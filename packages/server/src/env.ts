import { z } from 'zod'
import { defaultLimits, type Limit, type LimitName } from './rate-limits.ts'

/** What the environment says about how the forum runs. */
export interface Environment {
  host: string
  port: number
  /** Without trailing slash. */
  baseUrl: string
  dataDir: string
  /** Of PostgreSQL; undefined for SQLite in the data folder. */
  databaseUrl: string | undefined
  rateLimits: Partial<Record<LimitName, Limit>> | 'off'
  /** Off, for load tests, guests' pages are drawn anew every time. */
  pageCache: 'on' | 'off'
  /** Off where a proxy compresses answers. */
  compression: 'on' | 'off'
  trustProxy: string | undefined
  /** Of the mail server; undefined where the settings say how mail leaves. */
  smtpUrl: string | undefined
  /** Hosts to which logging out may lead, besides the forum's own. */
  redirectDomains: readonly string[]
  debug: boolean
  /** Maintenance: everything answers 503. */
  isOffline: boolean
  /** What a new forum is set up with unasked; undefined to ask on the set-up page. */
  installation:
    | { title: string; adminUsername: string; adminEmail: string; adminPassword: string }
    | undefined
}

/** The environment asks for something impossible: `faults` says what, in words for administrators. */
export class EnvironmentError extends Error {
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(`The environment is wrong:\n${faults.map((fault) => `- ${fault}`).join('\n')}`)
    this.name = 'EnvironmentError'
    this.faults = faults
  }
}

const installationNames = ['FORUM_TITLE', 'ADMIN_USERNAME', 'ADMIN_EMAIL', 'ADMIN_PASSWORD'] as const

const schema = z
  .object({
    HOST: z.string().default('127.0.0.1'),
    PORT: z
      .string()
      .default('3000')
      .refine(
        (value) => /^\d{1,5}$/.test(value) && Number(value) <= 65535,
        'must be a number from 0 to 65535',
      )
      .transform(Number),
    BASE_URL: z
      .string()
      .refine(isBaseUrl, 'must be the address visitors use, such as https://forum.example.org')
      .transform((value) => value.replace(/\/+$/, ''))
      .optional(),
    DATA_DIR: z.string().default('./data'),
    DATABASE_URL: z
      .string()
      .refine((value) => /^postgres(ql)?:\/\/./.test(value) && URL.canParse(value), {
        message:
          'must be the address of a PostgreSQL database, such as postgres://user:password@host:5432/name',
      })
      .optional(),
    RATE_LIMITS: z.string().default('').transform(readLimits),
    COMPRESSION: z.enum(['on', 'off'], 'must be on or off').default('on'),
    PAGE_CACHE: z.enum(['on', 'off'], 'must be on or off').default('on'),
    TRUST_PROXY: z.string().optional(),
    SMTP_URL: z
      .string()
      .refine((value) => /^smtps?:\/\/./.test(value) && URL.canParse(value), {
        message: 'must be the address of a mail server, such as smtp://user:password@host:587',
      })
      .optional(),
    REDIRECT_DOMAINS: z.string().default('').transform(readHosts),
    DEBUG: z
      .enum(['', '0', '1'], 'must be 1 or 0')
      .default('')
      .transform((value) => value === '1'),
    OFFLINE: z
      .enum(['', '0', '1'], 'must be 1 or 0')
      .default('')
      .transform((value) => value === '1'),
    FORUM_TITLE: z.string().max(100, 'can have at most 100 characters').optional(),
    ADMIN_USERNAME: z
      .string()
      .regex(/^[A-Za-z0-9_-]{3,30}$/, 'must have 3 to 30 letters, digits, - or _')
      .optional(),
    ADMIN_EMAIL: z.email('must be an email address').optional(),
    ADMIN_PASSWORD: z
      .string()
      .min(8, 'needs at least 8 characters')
      .max(1000, 'can have at most 1000 characters')
      .optional(),
  })
  .superRefine((env, context) => {
    const missing = installationNames.filter((name) => env[name] === undefined)
    if (missing.length === 0 || missing.length === installationNames.length) return
    for (const name of missing) {
      const message = 'is missing: to set the forum up, all of FORUM_TITLE and ADMIN_… are needed'
      context.addIssue({ code: 'custom', path: [name], message })
    }
  })

/** Names of the variables that are read. */
export const environmentVariables: readonly string[] = Object.keys(schema.shape)

/** Reads the environment. Throws an `EnvironmentError` that names every fault; empty variables count as not set. */
export function readEnvironment(variables: Readonly<Record<string, string | undefined>>): Environment {
  const set = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  const parsed = schema.safeParse(set)
  if (!parsed.success) {
    throw new EnvironmentError(
      parsed.error.issues.map(({ path, message }) => `${String(path[0])} ${message}`),
    )
  }
  const env = parsed.data
  const { FORUM_TITLE, ADMIN_USERNAME, ADMIN_EMAIL, ADMIN_PASSWORD } = env
  return {
    host: env.HOST,
    port: env.PORT,
    baseUrl: env.BASE_URL ?? `http://${env.HOST.includes(':') ? `[${env.HOST}]` : env.HOST}:${env.PORT}`,
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    rateLimits: env.RATE_LIMITS,
    pageCache: env.PAGE_CACHE,
    compression: env.COMPRESSION,
    trustProxy: env.TRUST_PROXY,
    smtpUrl: env.SMTP_URL,
    redirectDomains: env.REDIRECT_DOMAINS,
    debug: env.DEBUG,
    isOffline: env.OFFLINE,
    installation:
      FORUM_TITLE !== undefined && ADMIN_USERNAME && ADMIN_EMAIL && ADMIN_PASSWORD
        ? {
            title: FORUM_TITLE,
            adminUsername: ADMIN_USERNAME,
            adminEmail: ADMIN_EMAIL,
            adminPassword: ADMIN_PASSWORD,
          }
        : undefined,
  }
}

function isBaseUrl(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { protocol, search, hash, username } = new URL(value)
  return /^https?:$/.test(protocol) && search === '' && hash === '' && username === ''
}

/** Hosts separated by commas, as addresses have them: `www.example.org,id.example.org:8443`. */
function readHosts(value: string, context: z.RefinementCtx): string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      // Only the host survives; anything else in it, and an unusual way to write it, shows.
      const url = URL.canParse(`https://${part}`) ? new URL(`https://${part}`) : undefined
      if (url && url.href === `https://${url.host}/` && !/[/?#@\\*]/.test(part)) return url.host
      context.addIssue({
        code: 'custom',
        message: `must be hosts separated by commas, such as www.example.org; '${part}' is none`,
      })
      return z.NEVER
    })
}

/** `off`, or limits to change: `failedLoginsPerName=10/900,…` as how many in how many seconds. */
function readLimits(value: string, context: z.RefinementCtx): Environment['rateLimits'] {
  if (value === 'off') return 'off'
  const limits: Partial<Record<LimitName, Limit>> = {}
  for (const part of value.split(',').filter(Boolean)) {
    const [, name = '', points, seconds] = /^(\w+)=(\d{1,9})\/(\d{1,9})$/.exec(part.trim()) ?? []
    if (!Object.hasOwn(defaultLimits, name) || Number(points) < 1 || Number(seconds) < 1) {
      const known = Object.keys(defaultLimits).join(', ')
      context.addIssue({
        code: 'custom',
        message: `must be off, or name=times/seconds for some of ${known}; '${part}' is neither`,
      })
      return z.NEVER
    }
    limits[name as LimitName] = { points: Number(points), seconds: Number(seconds) }
  }
  return limits
}
