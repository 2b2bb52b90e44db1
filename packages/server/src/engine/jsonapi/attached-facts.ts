import { RequestCache } from '../../infrastructure/request-cache.ts'
import type { Context } from '../../points/context/context.ts'
import type { Row } from '../../points/resources/resource-rows.ts'
import type { Resource } from '../../points/resources/resources.ts'

/** The loading of facts about some rows. */
interface Attachment {
  done: Promise<void>
  isDone: boolean
  /** The attachments that it waits for. */
  waitsFor: Set<Attachment>
  /** The attachments that it did not wait for, because they wait for it. */
  skipped: Attachment[]
}

const attaching = Symbol('attaching')

/** The context of functions that attach facts: it knows their attachment. */
type AttachingContext = Context & { readonly [attaching]?: Attachment }

const attachments = new RequestCache<Map<Row, Attachment>>()

/**
 * Adds to rows what policies and larger forms need, once per row and request. A further caller waits until the facts
 * are attached. Only a function that attaches facts may see rows without theirs: those whose facts wait for its own.
 */
export async function attachFacts(context: Context, resource: Resource, rows: readonly Row[]): Promise<void> {
  if (!resource.attach) return
  const known = attachments.get(context) ?? new Map<Row, Attachment>()
  attachments.set(context, known)
  const requested = new Set(rows)
  const missing = [...requested].filter((row) => !known.has(row))
  if (missing.length > 0) begin(context, resource.attach, missing, known)
  const outer = (context as AttachingContext)[attaching]
  for (const attachment of new Set([...requested].flatMap((row) => known.get(row) ?? []))) {
    if (outer) await waitWithin(outer, attachment)
    else await untilSettled(attachment)
  }
}

function begin(
  context: Context,
  attach: NonNullable<Resource['attach']>,
  rows: Row[],
  known: Map<Row, Attachment>,
): void {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const attachment: Attachment = { done: promise, isDone: false, waitsFor: new Set(), skipped: [] }
  for (const row of rows) known.set(row, attachment)
  const inner: AttachingContext = { ...context, [attaching]: attachment }
  attach(rows, inner).then(
    () => {
      attachment.isDone = true
      resolve()
    },
    (error: unknown) => {
      // The next call for these rows tries again.
      for (const row of rows) known.delete(row)
      reject(error as Error)
    },
  )
  // Others may wait for something else when it fails.
  promise.catch(() => {})
}

/** Waits for an attachment inside another one, unless that would never end. */
async function waitWithin(outer: Attachment, attachment: Attachment): Promise<void> {
  if (attachment.isDone) return
  if (attachment === outer || isWaitingFor(attachment, outer)) {
    outer.skipped.push(attachment)
    return
  }
  outer.waitsFor.add(attachment)
  try {
    await attachment.done
  } finally {
    outer.waitsFor.delete(attachment)
  }
  outer.skipped.push(...attachment.skipped.filter((other) => other !== outer && !other.isDone))
}

function isWaitingFor({ waitsFor }: Attachment, other: Attachment): boolean {
  return waitsFor.has(other) || [...waitsFor].some((next) => isWaitingFor(next, other))
}

/** Waits for an attachment, and for those that it skipped. */
async function untilSettled(attachment: Attachment, seen: Set<Attachment> = new Set()): Promise<void> {
  if (seen.has(attachment)) return
  seen.add(attachment)
  if (!attachment.isDone) await attachment.done
  for (const other of attachment.skipped) await untilSettled(other, seen)
}
