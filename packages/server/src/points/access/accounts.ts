import type { Tables } from '../../infrastructure/db/tables.ts'
import type { Account, Rights } from '../context/actor.ts'
import { type Declared, mergeRecords, type Owned } from '../declared.ts'
import { definePoint } from '../extension-point.ts'
import type { Reason } from './verdicts.ts'

/** A column of accounts. */
export type AccountColumn = keyof Tables['users'] & string

/**
 * Whether an account has only a guest's rights now: returns the reason, a sentence for administrators with `{username}`, or
 * undefined. A pure, synchronous function. Administrators stay administrators.
 */
export type Restriction = (account: Account, rights: Rights) => Reason | undefined

/** What extensions read of accounts, and when they take rights away. */
export class AccountRegistry {
  /** The columns that every actor's account has, and the first extension that declares each. */
  readonly columns: ReadonlyMap<AccountColumn, string>
  readonly #restrictions: readonly Owned<{ restrict: Restriction }>[]

  constructor(
    columns: readonly Declared<readonly AccountColumn[] | undefined>[],
    restrictions: readonly Declared<Readonly<Record<string, Restriction>> | undefined>[],
  ) {
    const owners = new Map<AccountColumn, string>()
    for (const { owner, section = [] } of columns) {
      for (const column of section) if (!owners.has(column)) owners.set(column, owner)
    }
    this.columns = owners
    const wrapped = restrictions.map(({ owner, section = {} }) => ({
      owner,
      section: Object.fromEntries(Object.entries(section).map(([name, restrict]) => [name, { restrict }])),
    }))
    this.#restrictions = [
      ...mergeRecords('restrictions', wrapped, ({ restrict }) =>
        typeof restrict === 'function' ? undefined : 'is not a function',
      ).values(),
    ]
  }

  /** The reason why an account has only a guest's rights; undefined if it has its own. */
  restrictionOf(account: Account, rights: Rights): Reason | undefined {
    for (const { restrict } of this.#restrictions) {
      const reason = restrict(account, rights)
      if (reason) return reason
    }
    return undefined
  }
}

declare module '../extension.ts' {
  interface Extension {
    /** Columns of accounts that policies and restrictions read from `account.columns`. They are loaded with every actor. */
    accountColumns?: readonly AccountColumn[]
    /** Rules that leave accounts only a guest's rights, by name. */
    restrictions?: Readonly<Record<string, Restriction>>
  }
}

declare module '../extension-point.ts' {
  interface Points {
    accounts: AccountRegistry
  }
}

/** Actors with an account. */
export const accountsPoint = definePoint('accounts', {
  sections: ['accountColumns', 'restrictions'],
  combine: ({ accountColumns, restrictions }) => new AccountRegistry(accountColumns, restrictions),
})
