/**
 * The order in which transactions lock rows, table by table; rows of one table in the order of their ids. What is not
 * named belongs to one of these rows and is changed only by those who have locked it, so it needs no order of its own.
 * Two transactions that keep the order never wait for each other in a circle. `watchLocks` of @parley/testing holds
 * transactions to it.
 */
export const lockOrder = ['deletions', 'discussions', 'posts', 'users', 'groups'] as const
