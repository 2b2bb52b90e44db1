import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openRepository } from './checks/repository.ts'
import {
  declaredErrors,
  errorDocumentFile,
  errorsWithoutWords,
  writeErrorDocument,
} from './checks/texts/error-document.ts'

/** Writes docs/errors.md from the errors that the code declares. Fails when there are no words for one of them. */
const root = fileURLToPath(new URL('..', import.meta.url))
const errors = declaredErrors(openRepository(root))
const wordless = errorsWithoutWords(errors)
for (const { file, line, message } of wordless) console.error(`${file}:${line} ${message}`)
if (wordless.length > 0) process.exitCode = 1
else writeFileSync(join(root, errorDocumentFile), writeErrorDocument(errors))
