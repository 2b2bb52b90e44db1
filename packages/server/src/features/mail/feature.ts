import { defineExtension } from '../../points/extension.ts'
import { noPayload } from '../../points/jobs/jobs.ts'
import { composeMail } from './compose.ts'
import { deliverMail } from './deliver.ts'
import { deleteOldMails, fileDriver, logDriver, sendmailDriver } from './local-drivers.ts'
import { mailSchema } from './mail.ts'
import { mailgunDriver } from './mailgun-driver.ts'
import { messageId } from './message-id.ts'
import { mailRoutes } from './routes.ts'
import { mailSettings } from './settings.ts'
import { smtpDriver } from './smtp-driver.ts'

declare module '../../points/events/audit.ts' {
  interface AuditActions {
    'mail.tested': Record<never, never>
  }
}

/** Mail: the job that sends it, the drivers, and the routes for administrators. */
export const mailFeature = defineExtension({
  settings: mailSettings,
  audit: { 'mail.tested': { text: 'core.audit.mail_tested_text' } },
  mailDrivers: {
    file: fileDriver,
    log: logDriver,
    mail: sendmailDriver,
    mailgun: mailgunDriver,
    smtp: smtpDriver,
  },
  jobs: {
    'mail.send': {
      schema: mailSchema,
      // With the back-off between them, the attempts span most of a day.
      attempts: 13,
      timeout: 120,
      describe: ({ key }) => key,
      recipient: ({ to }) => to.address,
      async run(mail, context, { id, signal }) {
        const message = await composeMail(context, mail, messageId(context.forum, id))
        await deliverMail(context, message, signal)
      },
    },
    'mail.sweep': {
      schema: noPayload,
      every: '50 3 * * *',
      run: (_payload, { forum }) => deleteOldMails(forum.dataDir, forum.now()),
    },
  },
  routes: mailRoutes,
})
