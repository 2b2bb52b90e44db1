type Listener = () => void

/** Tells the page of a discussion that something about it was changed here, so that events may have been posted. */
export class DiscussionChanges {
  #listeners = new Map<string, Set<Listener>>()

  /** @returns stops watching. */
  watch(discussionId: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(discussionId) ?? new Set()
    this.#listeners.set(discussionId, listeners)
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  tell(discussionId: string): void {
    for (const listener of this.#listeners.get(discussionId) ?? []) listener()
  }
}
