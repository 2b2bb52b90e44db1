/**
 * The order in which transactions lock rows: table by table, and rows of one table by ascending id. The rows of
 * `statistics` are locked by the last statement of a transaction, in the order of their key. Rows of other tables belong
 * to one of these rows and are changed only while it is locked, so they need no order. Transactions that keep the order
 * never deadlock. `watchLocks` of @parley/testing checks it.
 */
export const lockOrder = ['deletions', 'discussions', 'posts', 'users', 'groups', 'statistics'] as const
