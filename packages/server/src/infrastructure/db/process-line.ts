/** What comes over the line between the processes of one database. */
export interface LineListener {
  /** A message of another process. */
  onMessage(message: string): void
  /** The line broke, or that of another process did: messages may be missing. Called again when it works again. */
  onLoss(): void
}

/**
 * The line between the processes of one database. It is no part of transactions: what a process tells when it ends may be
 * lost, so a message only says that something is worth reading again.
 */
export interface ProcessLine {
  /** Sends messages to the other processes, soon. Each has fewer than 8,000 bytes. */
  send(messages: readonly string[]): void
  /** Begins to listen. */
  listen(listener: LineListener): void
  /** Whether it should listen and cannot: what others tell is missing. */
  readonly isDeaf: boolean
}
