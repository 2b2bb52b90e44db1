import { type Context, type Field, type ForumRow, prepareQuery, type UserRow } from '@parley/server'
import { countedFlags } from '../shared.ts'
import { canViewFlags, discussionsWithFlags, isViewable } from './rights.ts'
import { oldestFlags } from './visible-flags.ts'

interface FlagCounts {
  /** Flagged posts that the actor may know of. */
  flagged: number
  /** Those of them that were flagged since the actor last opened the list. */
  fresh: number
}

/** The number of flagged posts, for those who see flags of others. */
export const flagCount: Field<ForumRow> = {
  json: 'integer',
  load: async (forums, context) =>
    canViewFlags(context)
      ? new Map(
          await Promise.all(forums.map(async ({ id }) => [id, (await countsOf(context)).flagged] as const)),
        )
      : new Map(),
}

/** The number of posts that were flagged since the list was last opened. */
export const newFlagCount: Field<UserRow> = {
  form: 'current',
  json: 'integer',
  load: async (users, context) =>
    new Map(await Promise.all(users.map(async (user) => [user.id, await freshFor(user, context)] as const))),
}

function freshFor(user: UserRow, context: Context): Promise<number> | number {
  if (user.id !== context.actor.id) return 0
  return canViewFlags(context) ? countsOf(context).then(({ fresh }) => fresh) : countOwn(user, context)
}

const counting = {}

/** Both counts of those who see flags of others, by one query for each request. */
function countsOf(context: Context): Promise<FlagCounts> {
  const known = context.cache.get(counting) as Promise<FlagCounts> | undefined
  const counts = known ?? countFlags(context)
  context.cache.set(counting, counts)
  return counts
}

async function countFlags(context: Context): Promise<FlagCounts> {
  const [counts] = await selectCounts(context, {})
  return { flagged: Number(counts?.flagged ?? 0), fresh: Number(counts?.fresh ?? 0) }
}

/** Counts among the newest flagged posts, so that a forum in which flags pile up stays quick. */
const selectCounts = prepareQuery((context) => {
  const { db, actor } = context
  const newest = oldestFlags(context).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(countedFlags)
  const isOfOthers = discussionsWithFlags(context) === true
  return db
    .selectFrom(newest.as('flags'))
    .innerJoin('posts', 'posts.id', 'flags.post_id')
    .innerJoin('discussions', 'discussions.id', 'posts.discussion_id')
    .leftJoin('users', (join) => join.on('users.id', '=', actor.id))
    .where('discussions.deleted_at', 'is', null)
    .where((eb) =>
      isOfOthers
        ? eb.and([])
        : eb.or([
            isViewable(context),
            eb.exists(
              eb
                .selectFrom('flags as own')
                .select('own.id')
                .whereRef('own.post_id', '=', 'flags.post_id')
                .where('own.user_id', '=', actor.id),
            ),
          ]),
    )
    .select((eb) => eb.fn.countAll<number>().as('flagged'))
    .select((eb) =>
      eb.fn
        .count<number>(
          eb
            .case()
            .when(
              eb.or([
                eb('users.read_flags_at', 'is', null),
                eb.exists(
                  eb
                    .selectFrom('flags as later')
                    .select('later.id')
                    .whereRef('later.post_id', '=', 'flags.post_id')
                    .whereRef('later.created_at', '>', 'users.read_flags_at')
                    // Of posts whose flags the actor does not view, only own flags count.
                    .where((of) =>
                      isOfOthers
                        ? of.and([])
                        : of.or([isViewable(context), of('later.user_id', '=', actor.id)]),
                    ),
                ),
              ]),
            )
            .then(1)
            .end(),
        )
        .as('fresh'),
    )
})

/** Counts the user's own flags since they last opened the list: most users have none, and need no query. */
async function countOwn({ id, read_flags_at, last_flagged_at }: UserRow, { db }: Context): Promise<number> {
  if (last_flagged_at === null || last_flagged_at <= (read_flags_at ?? '')) return 0
  const own = db.selectFrom('flags').select('post_id').distinct().where('user_id', '=', id)
  const fresh = read_flags_at === null ? own : own.where('created_at', '>', read_flags_at)
  const { count } = await db
    .selectFrom(fresh.limit(countedFlags).as('fresh'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
