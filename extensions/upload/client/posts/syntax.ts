/** For the preview: until a text is posted, tags show what they say themselves. */
export { default } from '../../markup/index.ts'
