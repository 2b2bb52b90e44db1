export { default } from './index.ts'

/** Its only references are words in the reader's language. */
export const facts = () => true
