/**
 * The declaration of a feature of the core or of an extension: what it adds to the server, as data. Every section is
 * optional. Each extension point adds the sections that it reads: `declare module '…' { interface Extension { jobs?: Jobs } }`.
 */
export interface Extension {
  /**
   * Parts that are loaded only while another extension is enabled, by its id: declarations that come behind those of both
   * extensions. They may import the contract of the other: `{ flags: () => import('./when/flags/server.ts') }`.
   */
  when?: Readonly<Record<string, () => Promise<{ default: Extension }>>>
}

/** Declares a feature or extension; returns its argument, with its type checked. */
export function defineExtension(extension: Extension): Extension {
  return extension
}

/** Where visitors and administrators find more about an extension: `http` and `https` addresses by kind. */
export type ExtensionLinks = Readonly<Partial<Record<ExtensionLink, string>>>

export const extensionLinkKinds = [
  'documentation',
  'support',
  'discuss',
  'source',
  'website',
  'donate',
] as const
type ExtensionLink = (typeof extensionLinkKinds)[number]

/** An installed extension: its manifest and its declaration. */
export interface InstalledExtension {
  id: string
  title: string
  version: string
  description?: string
  /** Groups the list of administrators: `moderation`. */
  category?: string
  /** Name of an icon of the client or of its own `icons/`: `lock`. */
  icon?: string
  links?: ExtensionLinks
  /** Ids of the extensions that it requires. */
  requires?: readonly string[]
  /** Ids of extensions that come before it if they are enabled. */
  optional?: readonly string[]
  declaration: Extension
  /** Whether it is not part of Parley itself: if it fails, the forum starts without it. */
  isThirdParty?: boolean
  /** Why its code is not loaded: it cannot be enabled then, and `declaration` is empty. */
  fault?: string
  /** Its folder, if it has one, with `locale/en.yml`. */
  folder?: string
}

export interface OrderedExtension {
  id: string
  declaration: Extension
}
