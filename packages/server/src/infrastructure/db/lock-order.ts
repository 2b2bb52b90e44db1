/**
 * The order in which transactions lock rows: table by table, and rows of one table by ascending id. Rows of other tables
 * belong to one of these rows and are changed only while it is locked, so they need no order. Transactions that keep the
 * order never deadlock. `watchLocks` of @parley/testing checks it.
 */
export const lockOrder = ['deletions', 'discussions', 'posts', 'users', 'groups'] as const
