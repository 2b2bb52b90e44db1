/** The parts of a locator that are used here. */
interface Place<Found> {
  getByRole(
    role: 'button' | 'list' | 'toolbar',
    options: { name: string; exact?: boolean; pressed?: boolean },
  ): Found
}

/** The counts, the button and the picker of a post. */
export function reactionParts<Found extends Place<Found>>(page: Place<Found>, post: Found) {
  const picker = page.getByRole('toolbar', { name: 'Reactions' })
  const counts = post.getByRole('list', { name: 'Reactions' })
  return {
    post,
    picker,
    counts,
    /** The button that opens the picker. */
    react: post.getByRole('button', { name: 'React', exact: true }),
    /** A type in the open picker. */
    type: (name: string) => picker.getByRole('button', { name, exact: true }),
    /** The count of a type: 'Heart: 2'. */
    count: (name: string, pressed?: boolean) =>
      counts.getByRole('button', { name, exact: true, ...(pressed !== undefined && { pressed }) }),
  }
}
