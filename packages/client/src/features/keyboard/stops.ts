/** The elements that the keyboard steps through, on all pages. */
export const stopSelector = '.DiscussionRow-title > a, .Post, .EventPost, .PostsListItem, .Notification > a'

/** Whether the page has elements to step through. */
export function hasStops(): boolean {
  return document.querySelector(stopSelector) !== null
}
