/** What can be done to an account, or to many at once. */
export const actionNames = ['confirm', 'addGroup', 'removeGroup', 'logOut', 'delete'] as const

export type ActionName = (typeof actionNames)[number]
