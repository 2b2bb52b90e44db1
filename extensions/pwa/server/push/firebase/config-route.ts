import {
  problemOf,
  type Route,
  requireAdministrator,
  storeSettings,
  translatorOf,
  validationError,
  writeAuditEntry,
} from '@parley/server'
import { z } from 'zod'
import { sealSecret } from '../keys.ts'
import { accountOf, readAccount } from './account.ts'

/** `POST /api/pwa/firebase-config`: stores the account that sends over Firebase. */
export const firebaseConfigRoute: Route = {
  method: 'POST',
  path: '/api/pwa/firebase-config',
  uploads: { files: 1, bytes: 20_000, authorize: (_request, context) => requireAdministrator(context) },
  describes: {
    summary: 'Set the service account of Firebase',
    body: z.object({ file: z.file() }),
    answers: { 204: 'empty', 403: 'error', 413: 'error', 422: 'error' },
  },
  async run({ files }, context) {
    const { forum } = context
    const file = files.find(({ field }) => field === 'file')
    const account = file && readAccount(file.bytes.toString())
    if (!account) {
      const rule = file ? 'regex' : 'required'
      throw validationError({ problems: [problemOf(rule, 'file', translatorOf(context))] })
    }
    const key = 'askvortsov-pwa.firebaseConfig'
    await forum.write(context, async (writing) => {
      await storeSettings(writing.db, {
        [key]: sealSecret(forum, JSON.stringify(account)),
      })
      // Without the private key.
      const changes = { [key]: [accountOf(forum)?.project_id ?? null, account.project_id] as const }
      await writeAuditEntry(writing, 'settings.changed', { changes })
      writing.afterCommit(() => forum.reload())
    })
    return { status: 204, empty: true }
  },
}
