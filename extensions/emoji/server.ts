import { defineExtension } from '@parley/server'
import emoticons from './markup/index.ts'

/** Emoticons in posts become emoji. */
export default defineExtension({ markup: [{ syntax: emoticons }] })
