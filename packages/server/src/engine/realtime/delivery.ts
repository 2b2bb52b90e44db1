import type { Actor } from '../../points/context/actor.ts'
import type { Context } from '../../points/context/context.ts'
import type { AnyRealtimeEvent } from '../../points/realtime/realtime.ts'
import type { ResourceType, Row } from '../../points/resources/resource-rows.ts'
import { currentRow } from '../jsonapi/rows.ts'
import type { Follower } from './followers.ts'

/** An event on its way: its name, and what `publish` took. */
export interface SentEvent {
  name: string
  data: unknown
}

/** Says that a row changed, as far as its readers see it. Every forum has this event. */
export interface ChangedRow {
  type: string
  id: number
}

/** An event whose topics are known. */
interface ReadyEvent {
  topics: readonly string[]
  /** What browsers receive. */
  description: object | null
  /** What those receive who may know more. */
  detailed?: { isFor(actor: Actor): boolean; description: object }
  /** The row that readers have to see. */
  subject?: { type: ResourceType; row: Row }
}

/** Loads the actors of accounts as they are now, that of guests under 0. Those that are deleted are missing. */
export type LoadActors = (context: Context, ids: readonly number[]) => Promise<ReadonlyMap<number, Actor>>

/** As `prepareEvent`; an event that fails is left out, and the others are delivered. */
async function tryToPrepare(context: Context, event: SentEvent): Promise<ReadyEvent | undefined> {
  try {
    return await prepareEvent(context, event)
  } catch (error) {
    context.forum.log.error({ err: error, event: event.name }, 'An event of real time was not delivered')
    return undefined
  }
}

/** Reads the subject of an event; undefined if it is gone or the event is not declared. */
async function prepareEvent(context: Context, { name, data }: SentEvent): Promise<ReadyEvent | undefined> {
  if (name === 'changed') return prepareChange(context, data as ChangedRow)
  const { events, facts } = context.forum.points.realtime
  const event = events.get(name)
  if (!event) return undefined
  const subject = await subjectOf(context, event, data)
  if (event.subject !== undefined && !subject) return undefined
  const row = subject?.row
  const added = (facts.get(name) ?? []).map((add) => add(data, row))
  const described = event.describe(data, row)
  const topics = event.topics(data, row)
  const description = added.length > 0 ? Object.assign({}, described, ...added) : described
  const { details } = event
  return {
    // What has no subject is for accounts only.
    topics: subject ? topics : topics.filter((topic) => topic.startsWith('user:')),
    description,
    ...(details && {
      detailed: {
        isFor: (actor: Actor) => details.isFor(actor, row),
        description: { ...description, ...details.describe(data, row) },
      },
    }),
    ...(subject && { subject }),
  }
}

async function subjectOf(context: Context, { subject: type, subjectId }: AnyRealtimeEvent, data: unknown) {
  if (type === undefined || !subjectId) return undefined
  const row = await currentRow(context, type, subjectId(data))
  return row && { type, row: row as Row }
}

/** The topics of a changed row: its own, that of the row that it belongs to, and the lists of its type. */
async function prepareChange(context: Context, { type, id }: ChangedRow): Promise<ReadyEvent | undefined> {
  const { resources, realtime } = context.forum.points
  const row = await currentRow(context, type as ResourceType, id)
  const lockedWith = resources.get(type)?.lockedWith
  if (!row) return undefined
  const topics: string[] = []
  for (const [name, topic] of realtime.topics) {
    if ('list' in topic) {
      if (topic.list === type) topics.push(name)
    } else if (topic.row === type) topics.push(`${name}:${id}`)
    else if (topic.row === lockedWith?.type)
      topics.push(`${name}:${(row as unknown as Record<string, number>)[lockedWith.key]}`)
  }
  return { topics, description: { type, id: String(id) }, subject: { type: type as ResourceType, row } }
}

/** An event to deliver. */
export interface Delivery {
  event: SentEvent
  /** Its position in the order of this process. */
  id: string
  /** Whether it is for a follower of one of its topics; for all of them unless given. */
  isFor?: (follower: Follower, topic: string) => boolean
  /** Called with its topics when they are known. */
  handleTopics?: (topics: readonly string[]) => void
}

/** What a delivery needs of the connections. */
export interface Connections {
  followersOf(topic: string): ReadonlySet<Follower>
  loadActors: LoadActors
  send(follower: Follower, text: string): void
  /** Ends the connection of an account that does not exist any more. */
  end(follower: Follower): void
}

/**
 * Delivers events to the followers of their topics who see their subjects now. The accounts are loaded once for all events,
 * and each account is asked once per event; guests are one.
 */
export async function deliver(
  context: Context,
  deliveries: readonly Delivery[],
  { followersOf, loadActors, send, end }: Connections,
): Promise<void> {
  const ready: { event: ReadyEvent; texts: Texts; followers: readonly Follower[] }[] = []
  for (const { event, id, isFor = () => true, handleTopics } of deliveries) {
    const prepared = await tryToPrepare(context, event)
    handleTopics?.(prepared?.topics ?? [])
    if (!prepared) continue
    const followers = prepared.topics.flatMap((topic) =>
      [...followersOf(topic)].filter((follower) => isFor(follower, topic)),
    )
    const textOf = (data: object | null) => JSON.stringify({ event: event.name, id, data })
    const { description, detailed } = prepared
    const texts: Texts = {
      usual: textOf(description),
      ...(detailed && { detailed: textOf(detailed.description) }),
    }
    if (followers.length > 0) ready.push({ event: prepared, texts, followers: [...new Set(followers)] })
  }
  const accountIds = new Set(ready.flatMap(({ followers }) => followers.map(({ accountId }) => accountId)))
  const actors = await loadActors(context, [...accountIds])
  for (const { event, texts, followers } of ready) {
    const textFor = textsOf(event, texts, actors)
    for (const follower of followers) {
      const text = textFor(follower.accountId)
      if (!actors.has(follower.accountId)) end(follower)
      else if (text !== undefined) send(follower, text)
    }
  }
}

/** An event as browsers receive it. */
interface Texts {
  usual: string
  /** For those who may know more. */
  detailed?: string
}

/** Returns what an account receives of an event, which is decided once; undefined if it does not see the subject. */
function textsOf(
  { subject, detailed }: ReadyEvent,
  texts: Texts,
  actors: ReadonlyMap<number, Actor>,
): (accountId: number) => string | undefined {
  const decide = (actor: Actor | undefined) => {
    if (subject && !actor?.can('view', subject.type, subject.row as never)) return undefined
    return actor && detailed?.isFor(actor) ? texts.detailed : texts.usual
  }
  const decided = new Map<number, string | undefined>()
  return (accountId) => {
    if (!decided.has(accountId)) decided.set(accountId, decide(actors.get(accountId)))
    return decided.get(accountId)
  }
}
