/**
 * A page that shows several addresses without being loaded anew, as a discussion does with its posts. Each of them
 * gets its entry in the browser's history.
 * @typeParam Place what the page needs to show a place as the reader left it.
 */
export interface PlaceKeeper<Place = unknown> {
  /** Goes to an address, if that is a place on this page. `false`: the page is to be loaded. */
  visit(url: string): boolean
  /** Where the reader is; asked before they go to another place. */
  current(): Place | undefined
  /** Goes back to where the reader was. */
  comeBack(place: Place): void
}
