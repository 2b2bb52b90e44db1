import {
  conflict,
  type Extension,
  memoryTableChanged,
  permissionDenied,
  problemOf,
  translatorOf,
  validationError,
  type WriteContext,
  wholeNumber,
  writeAuditEntry,
} from '@parley/server'
import { z } from 'zod'

const id = wholeNumber({ min: 1 })
const order = z.array(z.object({ id, children: z.array(id).optional() })).max(10_000)

/** A tag, and where it stands. */
interface Place {
  id: number
  position: number | null
  parent_id: number | null
}

/**
 * `POST /api/tags/order`: arranges all primary tags and their children. Tags that are not named become secondary. With
 * `seen`, the order that the administrator saw, the change is refused if the tags have another order by now.
 */
export const orderRoute: NonNullable<Extension['routes']>[number] = {
  method: 'POST',
  path: '/api/tags/order',
  describes: {
    summary: 'Arrange the tags',
    body: z.object({ order, seen: order.optional() }),
    answers: { 204: 'empty', 403: 'error', 409: 'error', 422: 'error' },
  },
  async run({ body }, context) {
    if (!context.actor.can('administrate')) throw permissionDenied()
    const sent = order.safeParse(body.order)
    const seen = order.optional().safeParse(body.seen)
    const translate = translatorOf(context)
    const refuse = (rule: string, name = 'order') =>
      validationError({ problems: [problemOf(rule, name, translate)] })
    if (!sent.success) throw refuse((body.order ?? null) === null ? 'required' : 'array')
    if (!seen.success) throw refuse('array', 'seen')
    const places = placesOf(sent.data)
    const ids = new Set(places.map((place) => place.id))
    if (ids.size < places.length) throw refuse('in')
    await context.forum.write(context, async (writing) => {
      const tags = await lockAll(writing)
      if (seen.data && !isSameOrder(placesOf(seen.data), placesNow(tags)))
        throw conflict({ problems: [{ detail: translate('tags.api.order_changed_message') }] })
      if (!ids.isSubsetOf(new Set(tags.map((tag) => tag.id)))) throw refuse('exists')
      if (await arrange(writing, tags, places)) await writeAuditEntry(writing, 'tags.ordered', {})
    })
    return { status: 204, empty: true }
  },
}

function placesOf(roots: z.output<typeof order>): Place[] {
  return roots.flatMap((root, position) => [
    { id: root.id, position, parent_id: null },
    ...(root.children ?? []).map((child, place) => ({ id: child, position: place, parent_id: root.id })),
  ])
}

/** The places as an order would name them: stored positions may have gaps. */
function placesNow(tags: readonly Place[]): Place[] {
  const inOrder = tags
    .filter(({ position }) => position !== null)
    .toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0) || a.id - b.id)
  const roots = inOrder.filter(({ parent_id }) => parent_id === null)
  const childrenOf = Map.groupBy(inOrder, ({ parent_id }) => parent_id)
  return placesOf(
    roots.map((root) => ({ id: root.id, children: childrenOf.get(root.id)?.map((child) => child.id) })),
  )
}

function isSameOrder(one: readonly Place[], other: readonly Place[]): boolean {
  const isSame = (a: Place, b: Place | undefined) => a.id === b?.id && a.parent_id === b.parent_id
  return one.length === other.length && one.every((place, index) => isSame(place, other[index]))
}

function lockAll({ db, forum }: WriteContext): Promise<Place[]> {
  return db
    .selectFrom('tags')
    .select(['id', 'position', 'parent_id'])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .modifyEnd(forum.database.dialect.forUpdate)
    .execute()
}

/** Stores the places that are new. Returns whether there are any. */
async function arrange(
  context: WriteContext,
  tags: readonly Place[],
  places: readonly Place[],
): Promise<boolean> {
  const byId = new Map(places.map((place) => [place.id, place]))
  let hasChanged = false
  for (const tag of tags) {
    const { position, parent_id } = byId.get(tag.id) ?? { position: null, parent_id: null }
    if (tag.position === position && tag.parent_id === parent_id) continue
    hasChanged = true
    await context.db.updateTable('tags').set({ position, parent_id }).where('id', '=', tag.id).execute()
  }
  if (hasChanged) await memoryTableChanged(context, 'tags')
  return hasChanged
}
