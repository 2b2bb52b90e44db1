import type { App } from '../app.ts'
import type { Declared } from '../sources.ts'

/** Runs on the page that a log-in or sign-up leads to. */
export type AfterLogIn = (app: App, context: { isNew: boolean }) => unknown

declare module '../extension.ts' {
  interface ClientExtension {
    /**
     * Runs once on the page that a log-in or sign-up leads to, in the order of the extensions, each after the one before has
     * ended. What the user wanted to write opens afterwards. `isNew` says that the account is new.
     */
    afterLogIn?: AfterLogIn
  }
}

declare module '../app.ts' {
  interface App {
    readonly afterLogIn: readonly Declared<AfterLogIn>[]
  }
}
