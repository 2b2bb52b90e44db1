/**
 * The declaration of a feature of the core or of an extension: what it adds to the server, as data. Every section is
 * optional. Each extension point adds the sections that it reads: `declare module '…' { interface Extension { jobs?: Jobs } }`.
 */
export interface Extension {
  /** Further declarations that apply while another extension is enabled, by its id. */
  when?: Readonly<Record<string, () => Promise<{ default: Extension }>>>
}

/** Declares a feature or extension; returns its argument, with its type checked. */
export function defineExtension(extension: Extension): Extension {
  return extension
}

/** An installed extension: its manifest and its declaration. */
export interface InstalledExtension {
  id: string
  title: string
  version: string
  /** Ids of the extensions that it requires. */
  requires?: readonly string[]
  /** Ids of extensions that come before it if they are enabled. */
  optional?: readonly string[]
  declaration: Extension
  /** Whether it is not part of Parley itself: if it fails, the forum starts without it. */
  isThirdParty?: boolean
  /** Its folder, if it has one, with `locale/en.yml`. */
  folder?: string
}

export interface OrderedExtension {
  id: string
  declaration: Extension
}
