import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { type GivenKeys, keysOf, secretFault } from '../../infrastructure/keys/keys.ts'
import type { ChangedLimits, Limit } from '../../infrastructure/limits/rate-limits.ts'
import { isHost, isProxy, isServerAddress, readBaseUrl, readHost, splitList } from './env-values.ts'
import { fileFault } from './file-faults.ts'

/** The forum's configuration from environment variables. */
export interface Environment {
  host: string
  port: number
  /** Without trailing slash. */
  baseUrl: string
  dataDir: string
  /** URL of the PostgreSQL database; undefined for SQLite in the data folder. */
  databaseUrl: string | undefined
  /** `requireKnownLimits` checks their names, which extensions add to. */
  rateLimits: ChangedLimits
  /** If off, for load tests, guests' pages are rendered for each request. */
  pageCache: 'on' | 'off'
  /** Whether the forum may ask other sites that its members name. */
  outboundFetch: 'on' | 'off'
  /** Off if a proxy compresses answers. */
  compression: 'on' | 'off'
  /** Addresses, networks and names of networks, separated by commas. */
  trustProxy: string | undefined
  /** Undefined if the keys are in the data folder. */
  keys: GivenKeys | undefined
  /** URL of the mail server; undefined to use the settings. */
  smtpUrl: string | undefined
  /** Hosts to which logging out may redirect, besides the forum's own. */
  redirectDomains: readonly string[]
  debug: boolean
  /** Maintenance mode: all requests are answered with 503. */
  isOffline: boolean
  /** Starts without third-party extensions, and serves administrators only. */
  isSafeMode: boolean
  /** Values to set up a new forum with; undefined to use the set-up page. */
  installation:
    | { title: string; adminUsername: string; adminEmail: string; adminPassword: string }
    | undefined
}

/** The environment is invalid; `faults` are messages for administrators. */
export class EnvironmentError extends Error {
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(`The environment is invalid:\n${faults.map((fault) => `- ${fault}`).join('\n')}`)
    this.name = 'EnvironmentError'
    this.faults = faults
  }
}

const installationNames = ['FORUM_TITLE', 'ADMIN_USERNAME', 'ADMIN_EMAIL', 'ADMIN_PASSWORD'] as const

const secretSchema = z.string().superRefine((value, context) => {
  const fault = secretFault(value)
  if (fault !== undefined) context.addIssue({ code: 'custom', message: fault })
})

const schema = z.object({
  HOST: z
    .string()
    .refine(isHost, 'must be an address or a name of this machine, such as 127.0.0.1 or 0.0.0.0 for all')
    .default('127.0.0.1'),
  PORT: z
    .string()
    .default('3000')
    .refine((value) => /^\d{1,5}$/.test(value) && Number(value) <= 65535, 'must be a number from 0 to 65535')
    .transform(Number),
  BASE_URL: z
    .string()
    .refine(
      (value) => readBaseUrl(value) !== undefined,
      'must be the address visitors use, such as https://forum.example.org, without ? and #',
    )
    .transform(readBaseUrl)
    .optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .string()
    .refine((value) => isServerAddress(value, /^postgres(ql)?:\/\/./, { needsHost: false }), {
      message:
        'must be the address of a PostgreSQL database, such as postgres://user:password@host:5432/name',
    })
    .optional(),
  RATE_LIMITS: z.string().default('').transform(readLimits),
  COMPRESSION: z.enum(['on', 'off'], 'must be on or off').default('on'),
  PAGE_CACHE: z.enum(['on', 'off'], 'must be on or off').default('on'),
  OUTBOUND_FETCH: z.enum(['on', 'off'], 'must be on or off').default('on'),
  SECRET_KEY: secretSchema.optional(),
  SECRET_KEY_FILE: z.string().transform(readSecretFile).optional(),
  SECRET_KEY_PREVIOUS: z.string().transform(readSecrets).optional(),
  TRUST_PROXY: z.string().transform(readProxies).optional(),
  SMTP_URL: z
    .string()
    .refine((value) => isServerAddress(value, /^smtps?:\/\/./, { needsHost: true }), {
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
  PARLEY_SAFE_MODE: z
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

/** Names of all variables. */
export const environmentVariables: readonly string[] = Object.keys(schema.shape)

/** Reads the environment. Throws an `EnvironmentError` with all faults; empty variables count as not set. */
export function readEnvironment(variables: Readonly<Record<string, string | undefined>>): Environment {
  const set = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  const parsed = schema.safeParse(set)
  const faults = [...(parsed.error?.issues ?? []).map(faultOf), ...combinationFaults(set)]
  if (!parsed.success || faults.length > 0) throw new EnvironmentError(faults)
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
    outboundFetch: env.OUTBOUND_FETCH,
    trustProxy: env.TRUST_PROXY,
    keys: givenKeys(env),
    smtpUrl: env.SMTP_URL,
    redirectDomains: env.REDIRECT_DOMAINS,
    debug: env.DEBUG,
    isOffline: env.OFFLINE,
    isSafeMode: env.PARLEY_SAFE_MODE,
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

function faultOf({ path, message }: z.core.$ZodIssue): string {
  return `${String(path[0])} ${message}`
}

/** Faults of variables that require or exclude others. */
function combinationFaults(set: Readonly<Record<string, unknown>>): string[] {
  const missing = installationNames.filter((name) => set[name] === undefined)
  const isPartial = missing.length > 0 && missing.length < installationNames.length
  const faults = isPartial
    ? missing.map(
        (name) => `${name} is missing: to set the forum up, all of FORUM_TITLE and ADMIN_… are needed`,
      )
    : []
  if (set.SECRET_KEY !== undefined && set.SECRET_KEY_FILE !== undefined) {
    faults.push('SECRET_KEY_FILE cannot be combined with SECRET_KEY: set one of them')
  }
  if (
    set.SECRET_KEY_PREVIOUS !== undefined &&
    set.SECRET_KEY === undefined &&
    set.SECRET_KEY_FILE === undefined
  ) {
    faults.push('SECRET_KEY_PREVIOUS requires SECRET_KEY, the current key')
  }
  return faults
}

function givenKeys(env: z.output<typeof schema>): GivenKeys | undefined {
  const [current, ...former] = env.SECRET_KEY !== undefined ? [env.SECRET_KEY] : (env.SECRET_KEY_FILE ?? [])
  if (current === undefined) return undefined
  return { current: keysOf(current), previous: [...former, ...(env.SECRET_KEY_PREVIOUS ?? [])].map(keysOf) }
}

/** Adds a fault of a value; the message follows the name of the variable. */
function reportFault(context: z.RefinementCtx, message: string): never {
  context.addIssue({ code: 'custom', message })
  return z.NEVER
}

/** Reads secrets separated by commas. No message quotes a secret. */
function readSecrets(value: string, context: z.RefinementCtx): string[] {
  const secrets = splitList(value)
  const wrong = secrets.map(secretFault).find((found) => found !== undefined)
  return wrong === undefined ? secrets : reportFault(context, `holds a key that ${wrong}`)
}

/** Reads secrets from a file, one per line: the current one, then former ones. */
function readSecretFile(file: string, context: z.RefinementCtx): string[] {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    return reportFault(context, `names a file that cannot be read: ${fileFault(error) ?? String(error)}`)
  }
  const secrets = text.split(/\r?\n/).filter((line) => line !== '')
  if (secrets.length === 0) return reportFault(context, 'names a file that holds no key')
  const wrong = secrets.map(secretFault).find((found) => found !== undefined)
  return wrong === undefined ? secrets : reportFault(context, `holds a key that ${wrong}`)
}

/** Reads proxies separated by commas; undefined for an empty list. */
function readProxies(value: string, context: z.RefinementCtx): string | undefined {
  const proxies = splitList(value)
  const wrong = proxies.find((part) => !isProxy(part))
  if (wrong !== undefined) {
    const examples = 'addresses or networks separated by commas, such as 127.0.0.1,10.0.0.0/8, or loopback'
    return reportFault(context, `must be ${examples}, linklocal, uniquelocal; '${wrong}' is not`)
  }
  return proxies.length > 0 ? proxies.join(',') : undefined
}

/** Reads hosts separated by commas, with optional ports: `www.example.org,id.example.org:8443`. */
function readHosts(value: string, context: z.RefinementCtx): string[] {
  return splitList(value).map((part) => {
    const host = readHost(part)
    if (host !== undefined) return host
    return reportFault(
      context,
      `must be hosts separated by commas, such as www.example.org; '${part}' is not`,
    )
  })
}

/** Reads `off`, or limits to change: `failedLoginsPerName=10/900,…` as points per seconds. */
function readLimits(value: string, context: z.RefinementCtx): Environment['rateLimits'] {
  if (value === 'off') return 'off'
  const limits: [name: string, limit: Limit][] = []
  for (const part of splitList(value)) {
    const [, name = '', points, seconds] = /^(\w+)=(\d{1,9})\/(\d{1,9})$/.exec(part) ?? []
    if (name === '' || Number(points) < 1 || Number(seconds) < 1)
      return reportFault(context, `must be off, or name=times/seconds, …; '${part}' is neither`)
    limits.push([name, { points: Number(points), seconds: Number(seconds) }])
  }
  // `fromEntries` defines properties, so that names such as __proto__ are refused as others.
  return Object.fromEntries(limits)
}
