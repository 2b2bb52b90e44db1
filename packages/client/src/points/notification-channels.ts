import type { App } from './app.ts'
import type { Source } from './sources.ts'

/** A notification channel, as the settings list it. */
export interface NotificationChannel {
  /** Locale key of its name. */
  label: string
  /** Whether the settings list it; always by default. */
  when?(app: App): boolean
}

/** Collects the channels. A later one of the same name replaces an earlier one. */
export function combineNotificationChannels(sources: readonly Source[]): App['notificationChannels'] {
  return new Map(sources.flatMap(({ extension }) => Object.entries(extension.notificationChannels ?? {})))
}

declare module './extension.ts' {
  interface ClientExtension {
    /** Notification channels, by their names in the server's declaration. */
    notificationChannels?: Readonly<Record<string, NotificationChannel>>
  }
}

declare module './app.ts' {
  interface App {
    /** Notification channels, by name. */
    readonly notificationChannels: ReadonlyMap<string, NotificationChannel>
  }
}
