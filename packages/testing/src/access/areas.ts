import {
  type Actor,
  allow,
  anyOf,
  type Condition,
  type DiscussionRow,
  defineExtension,
  deny,
  type Generated,
  isNot,
  memoryTableChanged,
} from '@parley/server'
import type { InstalledExtension } from '@parley/server/extensions'
import type { RunningForum } from '@parley/server/forum'
import { type ExpressionBuilder, sql } from 'kysely'

/** A part of the forum. What is allowed in a restricted one is granted as `area<id>.<permission>`. */
interface AreaTable {
  id: Generated<number>
  is_restricted: boolean
}

interface Area {
  id: number
  is_restricted: boolean
}

interface AreaTables {
  areas: AreaTable
  discussion_areas: { discussion_id: number; area_id: number }
}

declare module '@parley/server' {
  interface Tables extends AreaTables {}
  interface MemoryTableValues {
    areas: readonly Area[]
  }
  interface DiscussionRow {
    areaIds?: readonly number[]
  }
}

/** The number of areas that a forum may have. */
export const maximumAreas = 5

function isHeld(actor: Actor, { id, is_restricted }: Area, permission: string): boolean {
  return actor.hasPermission(is_restricted ? `area${id}.${permission}` : permission)
}

function areasOf({ areaIds }: DiscussionRow): readonly number[] {
  if (!areaIds) throw new Error('The areas of a discussion are not attached')
  return areaIds
}

function restrictedAreas(actor: Actor): Area[] {
  return actor.rules.tables.get('areas').filter(({ is_restricted }) => is_restricted)
}

/** The discussions in one of these areas; without `ids` in any. */
function isInArea(
  eb: ExpressionBuilder<AreaTables & { discussions: { id: number } }, 'discussions'>,
  ids?: readonly number[],
): Condition {
  if (ids?.length === 0) return false
  const areas = eb
    .selectFrom('discussion_areas')
    .select('area_id')
    .whereRef('discussion_areas.discussion_id', '=', 'discussions.id')
  return eb.exists(ids ? areas.where('area_id', 'in', ids) : areas)
}

/** Allows for the whole forum what is allowed in one area. */
function inSomeArea(actor: Actor, _row: undefined, permission: string) {
  const areas = actor.rules.tables.get('areas')
  return areas.some((area) => isHeld(actor, area, permission)) ? allow : undefined
}

/** An extension that divides the forum into areas, with rights for each. */
export const areasExtension: InstalledExtension = {
  id: 'areas',
  title: 'Areas',
  version: '1.0.0',
  declaration: defineExtension({
    migrations: {
      '001_areas': {
        async up({ db, dialect: { types } }) {
          await sql`create table areas (id ${types.id}, is_restricted ${types.boolean} not null)`.execute(db)
          await sql`create table discussion_areas (
            discussion_id ${types.integer} not null references discussions (id) on delete cascade,
            area_id ${types.integer} not null references areas (id) on delete cascade,
            primary key (discussion_id, area_id))`.execute(db)
        },
        async down({ db }) {
          for (const table of ['discussion_areas', 'areas'])
            await sql`drop table ${sql.table(table)}`.execute(db)
        },
      },
    },
    memoryTables: { areas: { table: 'areas', maximum: maximumAreas, shape: (rows) => rows } },
    resources: {
      discussions: {
        fields: { areaIds: { get: areasOf } },
        async attach(discussions, { db, forum }) {
          const ids = discussions.map(({ id }) => id)
          const rows = await db
            .selectFrom('discussion_areas')
            .selectAll()
            .where((eb) => forum.database.dialect.idIn(eb.ref('discussion_areas.discussion_id'), ids))
            .orderBy('area_id')
            .execute()
          for (const discussion of discussions) {
            discussion.areaIds = rows.flatMap(({ discussion_id, area_id }) =>
              discussion_id === discussion.id ? [area_id] : [],
            )
          }
        },
      },
    },
    policies: {
      global: { viewForum: inSomeArea, startDiscussion: inSomeArea },
      discussions: {
        view: {
          verdict(actor, discussion) {
            const ids = areasOf(discussion)
            if (ids.length === 0) return actor.hasPermission('viewForum') ? undefined : deny
            const areas = actor.rules.tables.get('areas').filter(({ id }) => ids.includes(id))
            return areas.every((area) => isHeld(actor, area, 'viewForum')) ? undefined : deny
          },
          scope(eb, { actor, forum }) {
            const hidden = forum.tables.get('areas').filter((area) => !isHeld(actor, area, 'viewForum'))
            const hiddenIds = hidden.map(({ id }) => id)
            const isOutside = !actor.hasPermission('viewForum') && isNot(isInArea(eb))
            return { deny: anyOf([isInArea(eb, hiddenIds), isOutside]) }
          },
        },
        '*': {
          verdict(actor, discussion, ability) {
            if (ability === 'view') return undefined
            const ids = areasOf(discussion)
            const restricted = restrictedAreas(actor).filter(({ id }) => ids.includes(id))
            if (restricted.length === 0) return undefined
            return restricted.every((area) => isHeld(actor, area, `discussion.${ability}`)) ? allow : deny
          },
          scope(eb, { actor }, { ability }) {
            if (ability === 'view') return undefined
            const idsWhere = (held: boolean) =>
              restrictedAreas(actor)
                .filter((area) => isHeld(actor, area, `discussion.${ability}`) === held)
                .map(({ id }) => id)
            return { deny: isInArea(eb, idsWhere(false)), allow: isInArea(eb, idsWhere(true)) }
          },
        },
      },
    },
  }),
}

/** Stores an area. Returns its id. */
export function makeArea(forum: RunningForum, is_restricted: boolean): Promise<number> {
  return forum.current.write(forum.asSystem(), async (writing) => {
    const { id } = await writing.db
      .insertInto('areas')
      .values({ is_restricted })
      .returning('id')
      .executeTakeFirstOrThrow()
    await memoryTableChanged(writing, 'areas')
    return id
  })
}

/** Restricts an area, or opens it. */
export function restrictArea(forum: RunningForum, id: number, is_restricted: boolean): Promise<void> {
  return forum.current.write(forum.asSystem(), async (writing) => {
    await writing.db.updateTable('areas').set({ is_restricted }).where('id', '=', id).execute()
    await memoryTableChanged(writing, 'areas')
  })
}

/** Puts a discussion into areas. */
export async function putIntoAreas(
  { current: { database } }: RunningForum,
  discussion_id: number,
  areaIds: readonly number[],
): Promise<void> {
  await database.transaction(async (db) => {
    for (const area_id of areaIds)
      await db.insertInto('discussion_areas').values({ discussion_id, area_id }).execute()
  })
}
