import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { format } from './checks/code/lint.ts'
import { openRepository } from './checks/repository.ts'
import { apiDocumentFile, apiFaults, writeApiDocument } from './checks/texts/extension-api.ts'

/** Writes docs/extension-api.md from the types of declarations and docs/examples. Fails when a section has no example. */
const root = fileURLToPath(new URL('..', import.meta.url))
const repository = openRepository(root)
const faults = apiFaults(repository)
for (const { file, line, message } of faults) console.error(`${file}${line ? `:${line}` : ''} ${message}`)
if (faults.length > 0) process.exitCode = 1
else {
  writeFileSync(join(root, apiDocumentFile), writeApiDocument(repository))
  await format(repository, apiDocumentFile)
}
