import type { OwnedMigrations } from '../infrastructure/db/migrations/migrations.ts'
import { combinePasswordCheckers, type PasswordChecker } from './access/password-checkers.ts'
import { combinePermissions, type Permission } from './access/permissions.ts'
import { PolicyRegistry } from './access/policies.ts'
import { PrivacyRegistry } from './access/privacy.ts'
import { ScopeRegistry } from './access/scopes.ts'
import type { Declared, Owned } from './declared.ts'
import type { Extension, OrderedExtension } from './extension.ts'
import { combineMailDrivers, type MailDriver } from './notifications/mail-drivers.ts'
import {
  combineNotifications,
  type NotificationRegistry,
  notificationPreferences,
} from './notifications/notifications.ts'
import { combineEventPosts, type EventPost } from './posts/event-posts.ts'
import { combineSyntaxes, type PostSyntaxes } from './posts/markup.ts'
import { combinePageFacts, type PageSubject } from './requests/page-facts.ts'
import { combineRoutes, type Route } from './requests/routes.ts'
import { combineThrottles, type Throttle } from './requests/throttles.ts'
import { type Affected, combineAffects } from './resources/affects.ts'
import { DeletionRegistry } from './resources/deletions.ts'
import { combineDisplayNames, type DisplayName } from './resources/display-names.ts'
import { combineResources, type Resource } from './resources/resources.ts'
import { combinePreferences, type Preference } from './settings/preferences.ts'
import { combineSettings, publicAttributes, type Setting } from './settings/settings.ts'
import { EventRegistry } from './work/events.ts'
import { type AnyJob, combineJobs } from './work/jobs.ts'

/** Everything that the features and extensions of a forum declare, checked and combined. */
export interface Points {
  settings: ReadonlyMap<string, Owned<Setting>>
  permissions: ReadonlyMap<string, Owned<Permission>>
  passwordCheckers: readonly PasswordChecker[]
  preferences: ReadonlyMap<string, Owned<Preference>>
  displayNames: ReadonlyMap<string, Owned<DisplayName>>
  migrations: readonly OwnedMigrations[]
  resources: ReadonlyMap<string, Resource>
  affects: ReadonlyMap<string, Affected>
  policies: PolicyRegistry
  scopes: ScopeRegistry
  privacy: PrivacyRegistry
  deletions: DeletionRegistry
  on: EventRegistry
  afterCommit: EventRegistry
  eventPosts: ReadonlyMap<string, Owned<EventPost>>
  notifications: NotificationRegistry
  markup: PostSyntaxes
  jobs: ReadonlyMap<string, Owned<AnyJob>>
  mailDrivers: ReadonlyMap<string, Owned<MailDriver>>
  throttles: ReadonlyMap<string, Owned<Throttle>>
  routes: readonly Owned<Route>[]
  pageFacts: ReadonlyMap<string, Owned<PageSubject>>
}

/** Puts the declarations together, in the given order. Throws `ExtensionError` for the first fault. */
export function combinePoints(extensions: readonly OrderedExtension[]): Points {
  const section = <Key extends keyof Extension>(key: Key): Declared<Extension[Key]>[] =>
    extensions.map(({ id, declaration }) => ({ owner: id, section: declaration[key] }))
  const settings = combineSettings(section('settings'))
  const displayNames = combineDisplayNames(section('displayNames'))
  const resources = combineResources([...section('resources'), ...publicAttributes(settings)], {
    users: [...displayNames.values()].flatMap(({ reads }) => reads),
  })
  const notifications = combineNotifications(
    {
      types: section('notifications'),
      channels: section('notificationChannels'),
      before: section('beforeNotifying'),
    },
    resources,
  )
  return {
    settings,
    permissions: combinePermissions(section('permissions')),
    preferences: combinePreferences([...section('preferences'), ...notificationPreferences(notifications)]),
    passwordCheckers: combinePasswordCheckers(section('passwordCheckers')),
    displayNames,
    migrations: extensions.map(({ id, declaration }) => ({
      owner: id,
      migrations: declaration.migrations ?? {},
    })),
    resources,
    affects: combineAffects(section('affects'), new Set(resources.keys())),
    policies: new PolicyRegistry(section('policies')),
    scopes: new ScopeRegistry(section('scopes'), resources),
    privacy: new PrivacyRegistry(section('privacy')),
    deletions: new DeletionRegistry(section('deletions'), new Set(resources.keys())),
    on: new EventRegistry('on', section('on')),
    afterCommit: new EventRegistry('afterCommit', section('afterCommit')),
    eventPosts: combineEventPosts(section('eventPosts')),
    notifications,
    markup: combineSyntaxes(section('markup')),
    jobs: combineJobs(section('jobs')),
    mailDrivers: combineMailDrivers(section('mailDrivers')),
    throttles: combineThrottles(section('throttles')),
    routes: combineRoutes(section('routes'), new Set(resources.keys())),
    pageFacts: combinePageFacts(section('pageFacts')),
  }
}
