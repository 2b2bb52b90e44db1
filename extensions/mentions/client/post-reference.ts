export { mentionOfPost as default } from './sources.ts'
