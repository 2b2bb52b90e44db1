import type { Dialect } from '../dialect.ts'
import type { ParseLog } from '../limits.ts'
import type { EmphasisRuns } from './emphasis.ts'
import type { Atom, Opening, Pair, Part } from './parts.ts'

/** The state of a scan, which the rules for brackets, pairs and tags read and extend. */
export interface ScanState {
  readonly text: string
  readonly dialect: Dialect
  readonly log: ParseLog
  readonly parts: Part[]
  readonly runs: EmphasisRuns
  readonly brackets: { dropAfter(index: number): void }
  readonly pairs: {
    readonly length: number
    start(key: string, pair: Pair, end: number): true
    end(key: string, end: number): boolean
    closeFrom(index: number): void
  }
  readonly tagEnds: { find(name: string, from: number): { start: number; end: number } | undefined }
  /** Position of the next character. */
  position: number
  /** Whether there is text that is not part of `parts` yet. */
  readonly hasPending: boolean
  /** Adds the pending text before `until` as a part. */
  flush(until: number): void
  /** Adds a part for the text from the current position to `end`. */
  add(part: Part, end: number): void
  addNode(node: Atom['node'], end: number): true
  /** Continues at `end`, and discards pending text. */
  moveTo(end: number): void
  addOpening(end: number): Opening
  addClosing(pair: Pair, end: number): void
}
