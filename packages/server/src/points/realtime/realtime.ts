import type { z } from 'zod'
import { ExtensionError } from '../../infrastructure/errors.ts'
import type { Actor } from '../context/actor.ts'
import { type Declared, mergeRecords, type Owned } from '../declared.ts'
import { definePoint } from '../extension-point.ts'
import type { ResourceRows, ResourceType } from '../resources/resource-rows.ts'
import type { RealtimeData, RealtimeEventName, RealtimeEvents } from './realtime-events.ts'

/** A topic that browsers follow: each row of a type (`discussion:7`), or the lists of a type (`list`). */
export type RealtimeTopic = { readonly row: ResourceType } | { readonly list: ResourceType }

/** The row of a type; undefined for an event without a subject. */
type RowOf<Type> = Type extends keyof ResourceRows ? ResourceRows[Type] : undefined

/**
 * An event of real time. It is delivered when its transaction is durable, to the readers who follow one of its topics and
 * see its subject at that moment.
 */
export type RealtimeEvent<Data = never, Type extends ResourceType | undefined = undefined> = {
  /** Checks what `publish` takes: ids and small facts, at most 6,000 bytes as JSON, since it travels between processes. */
  data: z.ZodType<Data>
  /** The topics whose followers hear of it. `user:3` are the browsers of an account. */
  topics(data: Data, row: RowOf<Type>): readonly string[]
  /** What browsers receive, as JSON. */
  describe(data: Data, row: RowOf<Type>): object | null
  /** Of an event with a subject: facts that only some of its readers may know, in place of those of `describe`. */
  details?: RealtimeDetails<Data, RowOf<Type>>
} & (Type extends ResourceType
  ? {
      /** The type of its subject: only who sees the row hears of it. */
      subject: Type
      /** The id of its subject. */
      subjectId(data: Data): number
    }
  : { subject?: undefined })

/** Facts that not all readers of an event may know. */
export interface RealtimeDetails<Data, R> {
  /** Whether an actor who sees the subject may know them. */
  isFor(actor: Actor, row: R): boolean
  describe(data: Data, row: R): object
}

/** The facts that an extension adds to what browsers receive of an event: ids and small facts that who sees the subject may know. */
export type RealtimeFacts<Data = never, Type = undefined> = (data: Data, row: RowOf<Type>) => object

type SubjectOf<Name extends RealtimeEventName> = RealtimeEvents[Name] extends { subject: infer Type }
  ? Type
  : never

export type RealtimeEventDeclarations = {
  readonly [Name in RealtimeEventName]?: RealtimeEvent<
    RealtimeData<Name>,
    SubjectOf<Name> & (ResourceType | undefined)
  >
}

export type RealtimeFactDeclarations = {
  readonly [Name in RealtimeEventName]?: RealtimeFacts<RealtimeData<Name>, SubjectOf<Name>>
}

/** An event of any name. */
export interface AnyRealtimeEvent {
  data: z.ZodType
  subject?: ResourceType
  subjectId?(data: unknown): number
  topics(data: unknown, row: unknown): readonly string[]
  describe(data: unknown, row: unknown): object | null
  details?: RealtimeDetails<unknown, unknown>
}

type AnyFacts = (data: unknown, row: unknown) => object

/** The combined declarations of real time. */
export interface RealtimeRegistry {
  topics: ReadonlyMap<string, Owned<RealtimeTopic>>
  events: ReadonlyMap<string, Owned<AnyRealtimeEvent>>
  /** What extensions add, by event. */
  facts: ReadonlyMap<string, readonly AnyFacts[]>
}

/** Names that every forum has: extensions cannot declare them. */
const reservedEvents = ['changed', 'hello', 'refresh']
const reservedTopics = ['user']

/** Checks and combines what extensions declare for real time. */
export function combineRealtime(
  declared: {
    topics: readonly Declared<Readonly<Record<string, RealtimeTopic>> | undefined>[]
    events: readonly Declared<RealtimeEventDeclarations | undefined>[]
    facts: readonly Declared<RealtimeFactDeclarations | undefined>[]
  },
  types: ReadonlyMap<string, { table: string | undefined }>,
): RealtimeRegistry {
  const topics = mergeRecords('realtimeTopics', declared.topics, (topic, name) => {
    const type = 'row' in topic ? topic.row : topic.list
    if (!/^[a-z][a-zA-Z]*$/.test(name)) return 'has a name of other characters than letters'
    if (reservedTopics.includes(name)) return 'is the name of a topic of every forum'
    return types.get(type)?.table === undefined ? `'${type}' is no resource with a table` : undefined
  })
  const sections = declared.events as readonly Declared<
    Readonly<Record<string, AnyRealtimeEvent>> | undefined
  >[]
  const events = mergeRecords('realtimeEvents', sections, ({ subject, subjectId, details }, name) => {
    if (reservedEvents.includes(name)) return 'is the name of an event of every forum'
    if (subject === undefined) return details ? 'has details, but no subject' : undefined
    if (types.get(subject)?.table === undefined) return `its subject '${subject}' is no resource with a table`
    return typeof subjectId === 'function' ? undefined : 'has no subjectId'
  })
  const facts = new Map<string, AnyFacts[]>()
  for (const { owner, section } of declared.facts) {
    for (const [name, add] of Object.entries(section ?? {}) as [string, AnyFacts][]) {
      if (!events.has(name))
        throw new ExtensionError(owner, `realtimeFacts › ${name}`, 'there is no such event')
      facts.set(name, [...(facts.get(name) ?? []), add])
    }
  }
  return { topics, events, facts }
}

declare module '../extension.ts' {
  interface Extension {
    /** What browsers can follow: the rows or the lists of a type. They hear of every change of what they see of it. */
    realtimeTopics?: Readonly<Record<string, RealtimeTopic>>
    /** Events that reach the browsers that follow a topic. `context.publish` sends one from inside a transaction. */
    realtimeEvents?: RealtimeEventDeclarations
    /** What an extension adds to the events of others, by event. */
    realtimeFacts?: RealtimeFactDeclarations
  }
}

declare module '../extension-point.ts' {
  interface Points {
    realtime: RealtimeRegistry
  }
}

/** Real time. */
export const realtimePoint = definePoint('realtime', {
  sections: ['realtimeTopics', 'realtimeEvents', 'realtimeFacts'],
  needs: ['resources'],
  combine: ({ realtimeTopics, realtimeEvents, realtimeFacts }, { resources }) =>
    combineRealtime({ topics: realtimeTopics, events: realtimeEvents, facts: realtimeFacts }, resources),
})
