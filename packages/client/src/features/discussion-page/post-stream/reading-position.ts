import { Observable } from '../../../store/observable.ts'

/** The reader's place in a discussion. */
export interface Position {
  /** Number of the topmost visible post; of the last post while the end of the posts is visible. */
  readonly number: number
  /** Date of that post, RFC 3339. */
  readonly createdAt: string | undefined
}

/** The reading position. Separate from the stream: it changes on every scroll, and few components show it. */
export class ReadingPosition extends Observable<Position> {
  moveTo(position: Position): void {
    this.update(position)
  }
}
