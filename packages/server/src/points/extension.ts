/**
 * What a feature of the core or an extension adds to the server, as data. Every section is optional. Each extension point
 * adds the section that it reads: `declare module '…' { interface Extension { settings?: … } }`.
 */
export interface Extension {
  /** Additions that only count while another extension is enabled, by its id. */
  when?: Readonly<Record<string, () => Promise<{ default: Extension }>>>
}

/** Declares a feature or extension; gives its literal the right types. */
export function defineExtension(extension: Extension): Extension {
  return extension
}

/** An installed extension: its manifest and how to get its declaration. */
export interface InstalledExtension {
  id: string
  title: string
  version: string
  /** Ids of extensions it cannot do without. */
  requires?: readonly string[]
  /** Ids of extensions it comes after when they are enabled. */
  optional?: readonly string[]
  declaration: Extension
  /** Not made by those who made the forum: when it fails, it is left out and the forum starts without it. */
  isThirdParty?: boolean
  /** Folder with `locale/en.yml`, if there is one. */
  folder?: string
}

export interface OrderedExtension {
  id: string
  declaration: Extension
}
