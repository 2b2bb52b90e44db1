import { createHash } from 'node:crypto'
import { randomText } from '../../infrastructure/keys/random.ts'
import type { Actor } from '../../points/context/actor.ts'
import type { Context, Forum, WriteContext } from '../../points/context/context.ts'
import type { Points } from '../../points/extension-point.ts'
import { storeSettings } from '../settings/store.ts'
import type { UserRow } from '../users/table.ts'

declare module '../../points/settings/setting-types.ts' {
  interface SettingTypes {
    visibility_version: string
  }
}

/** Digests by their input, cached for one set of extensions and permissions. */
interface DigestCache {
  grants: object
  byGroups: Map<string, string>
}

const caches = new WeakMap<Points, DigestCache>()

/**
 * A digest of everything besides the rows that decides what an actor sees: groups, permissions, tables in memory,
 * extensions, notification types. While the digest is unchanged, decided visibility stays valid, except for subjects that were passed to
 * `visibilityChanged`.
 */
export function viewerOf({ actor, forum }: Pick<Context, 'actor' | 'forum'>): string {
  const { byGroups } = cacheOf(actor, forum)
  const key = JSON.stringify([
    forum.settings.get('visibility_version'),
    actor.isAdmin,
    [...actor.groupIds].sort((a, b) => a - b),
    ...forum.tables.digests,
  ])
  const digest = byGroups.get(key) ?? digestOf(key, actor, forum)
  byGroups.set(key, digest)
  return digest
}

function cacheOf(actor: Actor, { points }: Forum): DigestCache {
  const grants = actor.rules.grants.snapshot
  const cached = caches.get(points)
  if (cached?.grants === grants) return cached
  const fresh: DigestCache = { grants, byGroups: new Map() }
  caches.set(points, fresh)
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

/** Whether visibility has to be decided again before a user's counts and list are exact. */
export function isUnsettled(
  user: Pick<UserRow, 'notification_viewer' | 'notification_check'>,
  viewer: string,
): boolean {
  if (user.notification_check !== null) return true
  return user.notification_viewer !== null && user.notification_viewer !== viewer
}

/**
 * Makes every user's visibility be decided again at their next request. For changes that concern neither permissions nor
 * single subjects.
 */
export async function visibilityRulesChanged(context: WriteContext): Promise<void> {
  await storeSettings(context.db, { visibility_version: randomText(12) })
  context.afterCommit(() => context.forum.reload())
}
