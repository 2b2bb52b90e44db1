import type { TableChange } from '../../infrastructure/db/changes.ts'
import type { SentEvent } from './delivery.ts'

/** What a process tells the others: its changes of tables, or an event. */
export interface LineMessage {
  /** With neither, it is about changes of which nothing is known. */
  changes?: readonly TableChange[]
  event?: SentEvent
}

/** Bytes that a message may have: PostgreSQL takes fewer than 8,000. */
const maximumBytes = 7500
/** Of more messages at once only the fact travels that something changed. */
const maximumMessages = 20

type WrittenChange = [
  table: string | null,
  kind: TableChange['kind'],
  columns: readonly string[] | null,
  knownValues: Record<string, readonly number[]>,
]

/** Writes an event as a message. */
export function writeEvent(event: SentEvent): string {
  return JSON.stringify({ event })
}

/** Writes changes as messages. A change of too many rows loses their values: it is one of unknown rows then. */
export function writeChanges(changes: readonly TableChange[]): string[] {
  const messages: string[] = []
  let written: string[] = []
  let size = 0
  const end = () => {
    if (written.length > 0) messages.push(`{"changes":[${written.join()}]}`)
    written = []
    size = 0
  }
  for (const change of changes) {
    const text = writeChange(change)
    if (size + text.length > maximumBytes) end()
    written.push(text)
    size += text.length + 1
  }
  end()
  return messages.length > maximumMessages ? ['{}'] : messages
}

function writeChange({ table, kind, columns, knownValues }: TableChange): string {
  const change: WrittenChange = [table ?? null, kind, columns ?? null, Object.fromEntries(knownValues)]
  const text = JSON.stringify(change)
  return text.length <= maximumBytes - 20 ? text : JSON.stringify([change[0], kind, change[2], {}])
}

/** Reads a message of another process. A message of a version that this one does not know is one of unknown changes. */
export function readMessage(text: string): LineMessage {
  try {
    const { changes, event } = JSON.parse(text) as { changes?: WrittenChange[]; event?: SentEvent }
    if (event) return { event }
    return changes ? { changes: changes.map(readChange) } : {}
  } catch {
    return {}
  }
}

function readChange([table, kind, columns, values]: WrittenChange): TableChange {
  return {
    table: table ?? undefined,
    kind,
    ...(columns && { columns }),
    knownValues: new Map(Object.entries(values)),
  }
}
