import { type Check, type Finding, isPattern, sql } from '@parley/server'

/** Nicknames that are compared at most. */
const most = 100_000
/** Members that are counted at most. */
const counted = 1000

/** Says that the pattern is not valid, and that names are not unique where they must be. */
export const nicknameChecks: Record<string, Check> = {
  nicknames: async ({ settings, database }) => {
    const hasPattern = isPattern(settings.get('flarum-nicknames.regex'))
    const same = settings.get('flarum-nicknames.unique') ? await countSame(database) : 0
    return [
      ...(hasPattern ? [] : [warning('regex')]),
      ...(same > 0 ? [warning('same', { count: same })] : []),
    ]
  },
}

function warning(name: string, params: Finding['params'] = {}): Finding {
  return { state: 'warn', key: `nicknames.admin.checks.${name}`, params }
}

/** Counts the members whose nickname is another member’s name, or looks like it. */
async function countSame({ slowQueries }: Parameters<Check>[0]['database']): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select named.id from (
        select id, nickname_folded, nickname_skeleton from users
        where nickname_skeleton is not null order by nickname_skeleton, id limit ${most}
      ) as named
      where exists (select 1 from users as other
          where other.nickname_skeleton = named.nickname_skeleton and other.id <> named.id)
        or exists (select 1 from users as other
          where other.nickname_folded = named.nickname_folded and other.id <> named.id)
        or exists (select 1 from users as other
          where coalesce(other.username_folded, lower(other.username)) in (named.nickname_folded, named.nickname_skeleton)
            and other.id <> named.id)
      limit ${counted}
    ) as same`.execute(slowQueries)
  return Number(rows[0]?.count ?? 0)
}
