// What `createComposer` loads on first use.
export { loadComposerParts } from '../../../points/composer/composer-parts.ts'
export { coreParts } from './core-parts.ts'
export * as fieldStates from './field-states.ts'
