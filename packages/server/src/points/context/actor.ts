import type { Selectable } from 'kysely'
import type { Tables } from '../../infrastructure/db/tables.ts'
import { permissionDenied } from '../../infrastructure/errors.ts'
import type { CacheOwner } from '../../infrastructure/request-cache.ts'
import type { TablesInMemory } from '../access/memory-tables.ts'
import type { PolicyListener, Reason, Verdict } from '../access/verdicts.ts'
import type { ResourceRows } from '../resources/resource-rows.ts'
import type { SettingValues } from '../settings/setting-types.ts'

/** The properties of an actor's account that decisions need. */
export interface Account {
  id: number
  isEmailConfirmed: boolean
  /** ISO 8601. */
  markedAllAsReadAt: string | null
  /** The columns that extensions declare; absent without any. */
  columns?: Readonly<Partial<Selectable<Tables['users']>>>
}

/** Ids of the groups that every forum has. */
export const administrators = 1
export const everyone = 2
export const members = 3
export const moderators = 4

/** The permissions that the groups hold. */
export interface Grants {
  /** Whether one of the groups holds `permission`. */
  holds(groupIds: ReadonlySet<number>, permission: string): boolean
  /** Returns the groups that hold `permission`. */
  holders(permission: string): readonly number[]
  /** Returns all permissions that one of the groups holds, sorted. */
  heldBy(groupIds: ReadonlySet<number>): string[]
  /** A cache key for what follows from the permissions: a new object whenever they are reloaded. */
  readonly snapshot: object
}

/** The rights that an account has by its groups. */
export interface Rights {
  readonly isAdmin: boolean
  readonly rules: Rules
  /** Whether one of its groups holds a permission; administrators hold all. */
  holds(permission: string): boolean
}

/** The rules of the forum that an actor's decisions use. */
export interface Rules {
  policies: {
    verdict(
      actor: Actor,
      ability: string,
      type: string,
      row: unknown,
      told?: PolicyListener,
    ): Verdict | undefined
  }
  accounts: { restrictionOf(account: Account, rights: Rights): Reason | undefined }
  privacy: { isShown(type: string, row: { is_private: boolean }, actor: Actor): boolean }
  grants: Grants
  settings: SettingValues
  tables: TablesInMemory
  now(): Date
}

/** The user or guest for whom the server acts, and what they may do. Decides synchronously, without the database. */
export class Actor implements CacheOwner {
  /** Undefined for guests. */
  readonly account: Account | undefined
  readonly isAdmin: boolean
  /**
   * Effective groups: everyone; with a confirmed e-mail address, and unless an extension restricts the account, also
   * members and the assigned groups.
   */
  readonly groupIds: ReadonlySet<number>
  /** Why an extension leaves the account only a guest's rights. */
  readonly restriction: Reason | undefined
  /** The rules of the forum, for policies. */
  readonly rules: Rules

  /** The administrator who views the forum as this actor, and adds no right to those of either. */
  readonly viewer: Actor | undefined

  readonly cache: CacheOwner['cache'] = new Map()

  constructor(rules: Rules, account?: Account, assignedGroupIds: readonly number[] = [], viewer?: Actor) {
    this.account = account
    this.viewer = viewer
    this.isAdmin = assignedGroupIds.includes(administrators)
    this.rules = rules
    const own = new Set(account?.isEmailConfirmed ? [everyone, members, ...assignedGroupIds] : [everyone])
    const { isAdmin } = this
    const holds = (permission: string) => isAdmin || rules.grants.holds(own, permission)
    this.restriction = account && rules.accounts.restrictionOf(account, { isAdmin, rules, holds })
    this.groupIds = this.restriction ? new Set([everyone]) : own
  }

  /** 0 for guests; no row has the author 0. */
  get id(): number {
    return this.account?.id ?? 0
  }

  get isGuest(): boolean {
    return this.account === undefined
  }

  /** Whether the groups of the actor hold a permission; administrators hold all. */
  hasPermission(permission: string): boolean {
    if (this.viewer && !this.viewer.hasPermission(permission)) return false
    return this.isAdmin || this.rules.grants.holds(this.groupIds, permission)
  }

  /** Whether the actor may do `ability`, in general or to one row of a resource type. */
  can(ability: string): boolean
  can<Type extends keyof ResourceRows & string>(ability: string, type: Type, row: ResourceRows[Type]): boolean
  can(ability: string, type = 'global', row?: unknown): boolean {
    if (this.viewer && !this.viewer.can(ability, type as never, row as never)) return false
    return this.verdict(ability, type, row)?.isAllowed ?? this.isAllowedByDefault(ability, type)
  }

  /** Decides where no policy has an opinion: rows are visible, and other abilities are permissions. */
  isAllowedByDefault(ability: string, type: string): boolean {
    return (ability === 'view' && type !== 'global') || this.hasPermission(ability)
  }

  /** Returns the verdict of the policies; undefined if none has an opinion. */
  protected verdict(ability: string, type: string, row: unknown): Verdict | undefined {
    return this.rules.policies.verdict(this, ability, type, row)
  }
}

/** The ability of administrators. */
export const administrate = 'administrate'

/** Throws 403 unless the actor may administrate. */
export function requireAdministrator({ actor }: { actor: Actor }): void {
  if (!actor.can(administrate)) throw permissionDenied()
}
