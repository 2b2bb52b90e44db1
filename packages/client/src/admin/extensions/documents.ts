/** An extension in the answers to administrators. */
export interface ExtensionAttributes {
  title: string
  version: string
  description: string
  category: string
  icon: string
  links: Readonly<Record<string, string>>
  isThirdParty: boolean
  hasReadMe: boolean
  /** It should be enabled; `isWorking` says whether it is. */
  isEnabled: boolean
  isWorking: boolean
  isPurging: boolean
  fault: string | null
  requires: readonly string[]
  optional: readonly string[]
  dependents: readonly string[]
  adds: Readonly<Record<AddedKind | 'columns', readonly string[]>>
  health: {
    requests: number
    calls: number
    milliseconds: number
    errors: number
    failedJobs: number
  }
}

/** Kinds of what an extension adds, in the order of the page. */
export const addedKinds = [
  'settings',
  'pages',
  'preferences',
  'notifications',
  'eventPosts',
  'jobs',
  'feeds',
  'sitemap',
  'counters',
  'rateLimits',
  'tables',
] as const
type AddedKind = (typeof addedKinds)[number]

export interface Extension {
  id: string
  attributes: ExtensionAttributes
}

/** The answer to `/admin/extensions`. */
export interface ExtensionList {
  data: readonly Extension[]
  meta: { safeMode: 'off' | 'on' | 'forced'; isForAdministratorsOnly: boolean }
}

interface CaughtError {
  side: 'server' | 'browser'
  place: string
  message: string
  count: number
  lastAt: string
}

/** The answer to `/admin/extensions/{id}`. */
export interface ExtensionDocument {
  data: {
    id: string
    attributes: ExtensionAttributes & {
      permissions: readonly { name: string; label: string }[]
      latestErrors: readonly CaughtError[]
    }
  }
}

export interface Counted {
  name: string
  count: number
  isMore: boolean
}

/** The answer to `/admin/extensions/{id}/preview`. */
export interface PreviewDocument {
  data: {
    attributes: {
      enables: boolean
      permissions: readonly string[]
      settings: readonly string[]
      preferences: readonly string[]
      pages: readonly string[]
      notifications: readonly string[]
      jobs: readonly string[]
      migrations: readonly string[]
      eventPosts: readonly Counted[]
      tables: readonly Counted[]
      hides: readonly string[]
      keepsPrivate: readonly Counted[]
      missing: readonly string[]
      dependents: readonly string[]
    }
  }
}

export type Preview = PreviewDocument['data']['attributes']

export const listPath = '/admin/extensions'

/** The path of an extension's document in the API, and of its page below the base path. */
export function extensionPath(id: string): string {
  return `${listPath}/${encodeURIComponent(id)}`
}

/** How an extension is; the locale keys have the same names. */
type ExtensionState = 'enabled' | 'disabled' | 'failed' | 'waiting'

/** Returns the state of an extension: one that waits is not loaded in safe mode. */
export function stateOf({ isEnabled, isWorking, fault }: ExtensionAttributes): ExtensionState {
  if (!isEnabled) return 'disabled'
  if (isWorking) return 'enabled'
  return fault === null ? 'waiting' : 'failed'
}
