import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { z } from 'zod'
import type { Tables } from '../../infrastructure/db/tables.ts'
import { ExtensionError } from '../../infrastructure/errors.ts'
import type { Context } from '../context/context.ts'
import { type Declared, mergeRecords, type Owned } from '../declared.ts'
import { definePoint } from '../extension-point.ts'
import type { ResourceRows } from './resource-rows.ts'

type Column = keyof ResourceRows['users'] & string

/** A filter of the list of users in the administration: `filter[name]`. */
export interface UserListFilter<Value = unknown> {
  /** Reads the value; 422 for a value that it refuses. */
  schema: z.ZodType<Value>
  /** Whether the actor may filter by it; 403 without. A filter must not tell what the actor may not see. */
  allowed?(context: Context): boolean
  /** The condition on users. Its cost for one user must not grow with the forum. */
  where(eb: ExpressionBuilder<Tables, 'users'>, value: Value, context: Context): Expression<SqlBool>
  /**
   * Returns the ids of all matching users, read from an index; undefined if there are more than `limit`, or if no index
   * helps. Without it a list with few matches in a large forum is found in many small steps.
   */
  find?(value: Value, context: Context, limit: number): Promise<readonly number[] | undefined>
  /** The sort on whose column alone the condition depends: lists with this sort begin at the first match. */
  narrows?: string
}

/** An order of the list of users in the administration: `sort=name`. It needs the index `(column, id)`. */
export interface UserListSort {
  column: Column
  /** The column may be null; its index sorts null first. */
  nullable?: true
  /** Whether the actor may sort by it; 400 without. */
  allowed?(context: Context): boolean
  /** Locale keys of its entries in the menu of orders: a direction without one has no entry. */
  labels?: { ascending?: string; descending?: string }
}

/** What a declaration adds to the list of users in the administration. Its columns show fields of `users`. */
export interface UserListDeclaration {
  filters?: Readonly<Record<string, UserListFilter>>
  sorts?: Readonly<Record<string, UserListSort>>
  /** Columns with folded names that the search finds by their beginning. Each needs the index `(column, id)`. */
  names?: readonly Column[]
}

/** The combined list of users. */
export interface UserList {
  filters: ReadonlyMap<string, Owned<UserListFilter>>
  sorts: ReadonlyMap<string, Owned<UserListSort>>
  names: readonly Column[]
}

/** Checks and combines what all extensions add to the list of users. */
export function combineUserList(declared: readonly Declared<UserListDeclaration | undefined>[]): UserList {
  const sorts = mergeRecords(
    'userList › sorts',
    declared.map(({ owner, section }) => ({ owner, section: section?.sorts })),
  )
  const filters = mergeRecords(
    'userList › filters',
    declared.map(({ owner, section }) => ({ owner, section: section?.filters })),
    ({ narrows }, name) => {
      if (name === 'q') return 'is the name of the search'
      return narrows === undefined || sorts.has(narrows) ? undefined : `there is no sort '${narrows}'`
    },
  )
  const names = new Map<Column, string>()
  for (const { owner, section } of declared) {
    for (const name of section?.names ?? []) {
      const first = names.get(name)
      if (first) throw new ExtensionError(owner, `userList › names › ${name}`, `already declared by ${first}`)
      names.set(name, owner)
    }
  }
  return { filters, sorts, names: [...names.keys()] }
}

declare module '../extension.ts' {
  interface Extension {
    /** Filters, orders and searched names of the list of users in the administration area. */
    userList?: UserListDeclaration
  }
}

declare module '../extension-point.ts' {
  interface Points {
    userList: UserList
  }
}

/** The list of users in the administration. */
export const userListPoint = definePoint('userList', {
  sections: ['userList'],
  combine: ({ userList }) => combineUserList(userList),
})
