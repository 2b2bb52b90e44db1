export * from './format.ts'
export type { Message, Messages, MessageTree } from './messages.ts'
export * from './translator.ts'
export { validationMessage } from './validation.ts'
