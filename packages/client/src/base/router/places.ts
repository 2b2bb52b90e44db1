/**
 * In-page navigation: lets a page show several addresses without loading it again, as a discussion does with its
 * posts. Each address gets an entry in the browser's history.
 * @typeParam Place the state that restores a place as the reader left it.
 */
export interface PlaceKeeper<Place = unknown> {
  /** Goes to an address on this page. @returns `false` for other addresses, which the router loads. */
  goTo(url: string): boolean
  /** The reader's place; read before they go to another one. */
  current(): Place | undefined
  /** Returns the reader to an earlier place. */
  restore(place: Place): void
}
