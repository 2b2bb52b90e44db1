import { createHash } from 'node:crypto'
import { randomText } from '../../infrastructure/keys/random.ts'
import type { Actor } from '../../points/context/actor.ts'
import type { Context, Forum, WriteContext } from '../../points/context/context.ts'
import type { Points } from '../../points/extension-point.ts'
import { writeSettings } from '../settings/store.ts'
import type { UserRow } from '../users/table.ts'

declare module '../../points/settings/setting-types.ts' {
  interface SettingTypes {
    visibility_version: string
  }
}

/** Digests by what they are made from, as long as the extensions and the permissions are the same. */
interface Known {
  grants: object
  byGroups: Map<string, string>
}

const known = new WeakMap<Points, Known>()

/**
 * A digest of all that decides what an actor sees and that does not stand in the rows themselves: groups, permissions,
 * extensions, notification types. As long as it is the same, visibility is as it was decided, except for subjects that
 * `visibilityChanged` named.
 */
export function viewerOf({ actor, forum }: Pick<Context, 'actor' | 'forum'>): string {
  const { byGroups } = knownOf(actor, forum)
  const key = JSON.stringify([
    forum.settings.get('visibility_version'),
    actor.isAdmin,
    [...actor.groupIds].sort((a, b) => a - b),
  ])
  const digest = byGroups.get(key) ?? digestOf(key, actor, forum)
  byGroups.set(key, digest)
  return digest
}

function knownOf(actor: Actor, { points }: Forum): Known {
  const grants = actor.rules.grants.snapshot
  const found = known.get(points)
  if (found?.grants === grants) return found
  const fresh: Known = { grants, byGroups: new Map() }
  known.set(points, fresh)
  return fresh
}

function digestOf(key: string, { groupIds, rules }: Actor, { points }: Forum): string {
  const types = [...points.notifications.types].map(([type, { defaults }]) => [type, defaults.get('alert')])
  const extensions = points.migrations.map(({ owner }) => owner)
  return createHash('sha256')
    .update(JSON.stringify([key, rules.grants.heldBy(groupIds), extensions, types]))
    .digest('base64url')
    .slice(0, 22)
}

/** Whether visibility has to be decided again before a user's counts and list are right. */
export function isUnsettled(
  user: Pick<UserRow, 'notification_viewer' | 'notification_check'>,
  viewer: string,
): boolean {
  if (user.notification_check !== null) return true
  return user.notification_viewer !== null && user.notification_viewer !== viewer
}

/**
 * For changes of what everybody sees that are neither permissions nor known subjects: who sees what is decided again,
 * for each user when they come.
 */
export function visibilityRulesChanged(context: WriteContext): Promise<void> {
  return writeSettings(context, { visibility_version: randomText(12) })
}
