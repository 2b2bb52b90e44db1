/** A bundle of the client for browsers. */
export interface Bundle {
  /** The file that it starts with, below the repository's root. */
  entry: string
  /** The files of an extension that belong to it. */
  extensionFiles: readonly string[]
  /** The files of an extension that it loads on demand. */
  lateExtensionFiles?: readonly string[]
  /** Its messages: the second part of their keys. */
  namespaces: readonly string[]
}

/** The bundles by the name of Vite's environment that builds them for browsers. */
export const bundles: Readonly<Record<string, Bundle>> = {
  client: {
    entry: 'site/entry-client.ts',
    extensionFiles: ['client.tsx', 'client/index.tsx'],
    namespaces: ['forum', 'lib'],
  },
  admin: {
    entry: 'site/entry-admin.ts',
    extensionFiles: ['admin.tsx', 'admin/index.tsx'],
    lateExtensionFiles: ['client.tsx', 'client/index.tsx'],
    namespaces: ['forum', 'lib', 'admin'],
  },
}

/** Whether an environment builds the administration area, for browsers or for the server. */
export function isAdmin(environment: string): boolean {
  return environment === 'admin' || environment === 'adminServer'
}
