import {
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

/** `POST /api/tags/order`: arranges all primary tags and their children. Tags that are not named become secondary. */
export const orderRoute: NonNullable<Extension['routes']>[number] = {
  method: 'POST',
  path: '/api/tags/order',
  describes: {
    summary: 'Arrange the tags',
    body: z.object({ order }),
    answers: { 204: 'empty', 403: 'error', 422: 'error' },
  },
  async run({ body }, context) {
    if (!context.actor.can('administrate')) throw permissionDenied()
    const sent = order.safeParse(body.order)
    const refuse = (rule: string) =>
      validationError({ problems: [problemOf(rule, 'order', translatorOf(context))] })
    if (!sent.success) throw refuse((body.order ?? null) === null ? 'required' : 'array')
    const places = placesOf(sent.data)
    const ids = new Set(places.map((place) => place.id))
    if (ids.size < places.length) throw refuse('in')
    await context.forum.write(context, async (writing) => {
      const tags = await lockAll(writing)
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
