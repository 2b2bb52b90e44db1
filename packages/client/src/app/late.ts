/**
 * The door for what extensions use only in code that is loaded on demand, `@parley/client/late`: it is no part of the first
 * view, as what the package's index exports is.
 */
export { delayWrite } from '../base/delayed-write.ts'
export { fetchWithProgress } from '../features/composer/uploads/fetch-with-progress.ts'
export { placePopover } from '../ui/menus/place-popover.ts'
