import { z } from 'zod'
import type { RealtimeTopic } from '../../points/realtime/realtime.ts'

/** Topics that a browser may follow, in all its tabs. */
const maximumTopics = 50

/**
 * What browsers send: the topics that they follow from now on, the position of the last event that they had, and how many
 * milliseconds ago they read what they show of a topic.
 */
const request = z.strictObject({
  topics: z.array(z.string().max(100)).max(maximumTopics),
  after: z.string().max(60).optional(),
  ages: z.record(z.string().max(100), z.number().min(0)).optional(),
})

/** Reads what a browser sent; undefined if it is no request. */
export function readRequest(text: string): z.infer<typeof request> | undefined {
  try {
    return request.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** Whether a text names a declared topic: `list`, or `discussion:7`. */
export function isTopic(text: string, declared: ReadonlyMap<string, RealtimeTopic>): boolean {
  const [, name = '', id] = /^([a-zA-Z]+)(?::([1-9]\d{0,14}))?$/.exec(text) ?? []
  const topic = declared.get(name)
  return topic !== undefined && 'row' in topic === (id !== undefined)
}
