import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { type GivenKeys, keysOf, secretFault } from '../../infrastructure/keys/keys.ts'
import { defaultLimits, type Limit, type LimitName } from '../../infrastructure/limits/rate-limits.ts'
import { isHost, isProxy, isServerAddress, listOf, readBaseUrl, readHost } from './env-values.ts'
import { fileFault } from './file-faults.ts'

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
  /** Addresses, networks and names of networks, with commas between them. */
  trustProxy: string | undefined
  /** Undefined where the keys are in the data folder. */
  keys: GivenKeys | undefined
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

const secret = z.string().superRefine((value, context) => {
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
  SECRET_KEY: secret.optional(),
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

/** Names of the variables that are read. */
export const environmentVariables: readonly string[] = Object.keys(schema.shape)

/** Reads the environment. Throws an `EnvironmentError` that names every fault; empty variables count as not set. */
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
    trustProxy: env.TRUST_PROXY,
    keys: givenKeys(env),
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

function faultOf({ path, message }: z.core.$ZodIssue): string {
  return `${String(path[0])} ${message}`
}

/** What is wrong with variables that need others, or exclude them. */
function combinationFaults(set: Readonly<Record<string, unknown>>): string[] {
  const missing = installationNames.filter((name) => set[name] === undefined)
  const isHalf = missing.length > 0 && missing.length < installationNames.length
  const faults = isHalf
    ? missing.map(
        (name) => `${name} is missing: to set the forum up, all of FORUM_TITLE and ADMIN_… are needed`,
      )
    : []
  if (set.SECRET_KEY !== undefined && set.SECRET_KEY_FILE !== undefined) {
    faults.push('SECRET_KEY_FILE cannot stand beside SECRET_KEY: set one of them')
  }
  if (
    set.SECRET_KEY_PREVIOUS !== undefined &&
    set.SECRET_KEY === undefined &&
    set.SECRET_KEY_FILE === undefined
  ) {
    faults.push('SECRET_KEY_PREVIOUS needs SECRET_KEY: the key in use now')
  }
  return faults
}

function givenKeys(env: z.output<typeof schema>): GivenKeys | undefined {
  const [current, ...former] = env.SECRET_KEY !== undefined ? [env.SECRET_KEY] : (env.SECRET_KEY_FILE ?? [])
  if (current === undefined) return undefined
  return { current: keysOf(current), previous: [...former, ...(env.SECRET_KEY_PREVIOUS ?? [])].map(keysOf) }
}

/** A fault of a value, in words that follow the name of its variable. */
function fault(context: z.RefinementCtx, message: string): never {
  context.addIssue({ code: 'custom', message })
  return z.NEVER
}

/** Secrets separated by commas. No message quotes one. */
function readSecrets(value: string, context: z.RefinementCtx): string[] {
  const secrets = listOf(value)
  const wrong = secrets.map(secretFault).find((found) => found !== undefined)
  return wrong === undefined ? secrets : fault(context, `holds a key that ${wrong}`)
}

/** The secrets in a file, one a line: the one in use, then former ones. */
function readSecretFile(file: string, context: z.RefinementCtx): string[] {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    return fault(context, `names a file that cannot be read: ${fileFault(error) ?? String(error)}`)
  }
  const secrets = text.split(/\r?\n/).filter((line) => line !== '')
  if (secrets.length === 0) return fault(context, 'names a file that holds no key')
  const wrong = secrets.map(secretFault).find((found) => found !== undefined)
  return wrong === undefined ? secrets : fault(context, `holds a key that ${wrong}`)
}

/** Proxies separated by commas, undefined for none of them. */
function readProxies(value: string, context: z.RefinementCtx): string | undefined {
  const proxies = listOf(value)
  const wrong = proxies.find((part) => !isProxy(part))
  if (wrong !== undefined) {
    const examples = 'addresses or networks separated by commas, such as 127.0.0.1,10.0.0.0/8, or loopback'
    return fault(context, `must be ${examples}, linklocal, uniquelocal; '${wrong}' is none`)
  }
  return proxies.length > 0 ? proxies.join(',') : undefined
}

/** Hosts separated by commas, as addresses have them: `www.example.org,id.example.org:8443`. */
function readHosts(value: string, context: z.RefinementCtx): string[] {
  return listOf(value).map((part) => {
    const host = readHost(part)
    if (host !== undefined) return host
    return fault(context, `must be hosts separated by commas, such as www.example.org; '${part}' is none`)
  })
}

/** `off`, or limits to change: `failedLoginsPerName=10/900,…` as how many in how many seconds. */
function readLimits(value: string, context: z.RefinementCtx): Environment['rateLimits'] {
  if (value === 'off') return 'off'
  const limits: Partial<Record<LimitName, Limit>> = {}
  for (const part of listOf(value)) {
    const [, name = '', points, seconds] = /^(\w+)=(\d{1,9})\/(\d{1,9})$/.exec(part) ?? []
    if (!Object.hasOwn(defaultLimits, name) || Number(points) < 1 || Number(seconds) < 1) {
      const known = Object.keys(defaultLimits).join(', ')
      return fault(context, `must be off, or name=times/seconds for some of ${known}; '${part}' is neither`)
    }
    limits[name as LimitName] = { points: Number(points), seconds: Number(seconds) }
  }
  return limits
}
