/** What an extension may import. Interfaces that extensions widen come whole, so that `declare module` reaches them. */

export type { Generated } from 'kysely'
export { Actor } from './actor.ts'
export { type Context, timestamp, unboundedReads, type WriteContext } from './context.ts'
export { addDeletedColumn } from './db/deleted-column.ts'
export { addFlagColumn } from './db/flag-column.ts'
export type { Migration, MigrationContext } from './db/migrations.ts'
export * from './db/tables.ts'
export { forgetsIn, type RowsOfOptions, rowsOf } from './deletion/belongings.ts'
export { deleteRow } from './deletion/delete-row.ts'
export * from './discussions/events.ts'
export { isUnread } from './discussions/filters.ts'
export { notifyAuthor } from './discussions/notifications.ts'
export { judgeDiscussionPrivacy } from './discussions/privacy.ts'
export * from './discussions/table.ts'
export {
  defineError,
  ForumError,
  notAuthenticated,
  notFound,
  permissionDenied,
  validationError,
} from './errors.ts'
export { defineExtension, type Extension } from './extension.ts'
export { externalLogInAddress } from './external-log-in/address.ts'
export {
  completeExternalLogIn,
  type ExternalIdentity,
  type ExternalLogIn,
} from './external-log-in/complete.ts'
export type { FileStore } from './files/file-store.ts'
export * from './groups/table.ts'
export { currentRow, findRow, findRowForUpdate, isVisible, loadRows } from './jsonapi/rows.ts'
export { type Mail, sendMail } from './mail/mail.ts'
export type { EmailUse, MailedNotification, MailedTexts } from './notifications/email.ts'
export * from './notifications/events.ts'
export { whoSees } from './notifications/recipients.ts'
export {
  removeNotificationsAbout,
  subjectVisibilityChanged,
  visibilityChanged,
} from './notifications/subjects.ts'
export {
  deleteNotification,
  type Notification,
  restoreNotification,
  syncNotification,
} from './notifications/sync.ts'
export * from './notifications/table.ts'
export { visibilityRulesChanged } from './notifications/viewer.ts'
export type * from './points/deletions.ts'
export * from './points/event-posts.ts'
export * from './points/events.ts'
export type { Field } from './points/fields.ts'
export type { Filter } from './points/filters.ts'
export * from './points/jobs.ts'
export type * from './points/mail-drivers.ts'
export * from './points/notifications.ts'
export type { PageFacts, PageSubject } from './points/page-facts.ts'
export type { PasswordChecker } from './points/password-checkers.ts'
export { allow, deny, forceAllow, forceDeny, type Policy } from './points/policies.ts'
export type { Privacies, Privacy } from './points/privacy.ts'
export type { Relation } from './points/relations.ts'
export * from './points/resource-rows.ts'
export type { Gambit, TextMatches, TextRequest } from './points/search.ts'
export * from './points/settings.ts'
export {
  oneUpload,
  type UploadedFile,
  type UploadLimits,
  type UploadRequest,
  type Uploads,
} from './points/uploads.ts'
export { addEventPost, type ToldEvent } from './posts/event-posts.ts'
export * from './posts/events.ts'
export { judgePostPrivacy } from './posts/privacy.ts'
export * from './posts/table.ts'
export { enqueueJob, type JobOptions } from './queue/enqueue-job.ts'
export { sweeping } from './queue/sweeping.ts'
export { flag, strictFlag, text, wholeNumber } from './schema/values.ts'
export * from './users/events.ts'
export * from './users/table.ts'
