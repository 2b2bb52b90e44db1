// node scripts/run.mjs [--build] script.ts [arguments]: prepares the working copy, then runs the script.
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { prepare } from './prepare.mjs'

const build = process.argv[2] === '--build'
await prepare({ build })
if (build) process.argv.splice(2, 1)
const [script] = process.argv.splice(2, 1)
if (script) await import(pathToFileURL(resolve(script)).href)
