/** The exports for extensions. `export *` re-exports the interfaces that extensions augment with `declare module`. */
// Each feature declares its tables, settings and events in its own files: this brings in all of them.
import type {} from './assembly/features.ts'

export { type Generated, sql } from 'kysely'
export { deleteRow } from './engine/deletion/delete-row.ts'
export { clearColumn, type PurgeRowsOptions, purgeRows } from './engine/deletion/purge-rows.ts'
export { html } from './engine/http/html/html.ts'
export { plainPage } from './engine/http/html/plain-page.ts'
export { stylesOf } from './engine/http/html/styles.ts'
export {
  answerList,
  answerRow,
  answerRows,
  type RouteList,
  type RouteRows,
} from './engine/jsonapi/documents/route-answers.ts'
export { refuseFilter } from './engine/jsonapi/lists/filter-values.ts'
export { type Bound, type PreparedQuery, prepareQuery } from './engine/jsonapi/prepared-queries.ts'
export {
  currentRow,
  findRow,
  findRowForUpdate,
  isAllowed,
  isVisible,
  loadPlainRows,
  loadRows,
  lockRow,
  rememberRows,
} from './engine/jsonapi/rows.ts'
export {
  type CreationSteps,
  createRow,
  type OwnPart,
  type PlannedRow,
  planRow,
} from './engine/jsonapi/writes/create-row.ts'
export { readWriteInput, tryAttributes } from './engine/jsonapi/writes/read-input.ts'
export { cleanUpJob } from './engine/queue/clean-up-job.ts'
export { enqueueJob, type JobOptions } from './engine/queue/enqueue-job.ts'
export {
  type Picture,
  putPicture,
  removePicture,
  storeExtensionPicture,
} from './features/appearance/pictures.ts'
export { type AuditFacts, isActor, isOwnAction, writeAuditEntry } from './features/audit/write-entry.ts'
export { discussionsFeed } from './features/discovery/feeds/feeds.ts'
export { isOwn, isWindowOpen, ownRows, rowsInWindow } from './features/discussions/authors.ts'
export * from './features/discussions/events.ts'
export { isUnread } from './features/discussions/filters.ts'
export { notifyAuthor } from './features/discussions/notifications.ts'
export { updateDiscussionPrivacy } from './features/discussions/privacy.ts'
export { ownStates } from './features/discussions/reading/read-state.ts'
export * from './features/discussions/table.ts'
export { slugOf as discussionSlug } from './features/discussions/writing/slugs.ts'
export { externalLogInAddress } from './features/external-log-in/address.ts'
export {
  completeExternalLogIn,
  type ExternalIdentity,
  type ExternalLogIn,
} from './features/external-log-in/complete.ts'
export * from './features/groups/table.ts'
export { mailTexts } from './features/mail/compose.ts'
export { type Mail, sendMail } from './features/mail/mail.ts'
export {
  type ComposedNotification,
  composeNotifications,
  type EmailUse,
  type MailedNotification,
  type MailedTexts,
} from './features/notifications/email/compose.ts'
export * from './features/notifications/events.ts'
export {
  removeNotificationsAbout,
  subjectVisibilityChanged,
  visibilityChanged,
} from './features/notifications/subjects.ts'
export { addRecipients, reviewRecipients } from './features/notifications/sync/batches.ts'
export { usersWhoSee } from './features/notifications/sync/recipients.ts'
export {
  deleteNotification,
  type Notification,
  restoreNotification,
  syncNotification,
} from './features/notifications/sync/sync.ts'
export * from './features/notifications/table.ts'
export { visibilityRulesChanged } from './features/notifications/viewer.ts'
export { addEventPost, type EventPostChange } from './features/posts/event-posts.ts'
export * from './features/posts/events.ts'
export { updatePostPrivacy } from './features/posts/privacy.ts'
export { fillText, htmlOf, renderContent, sourcesOf } from './features/posts/rendering/rendering.ts'
export * from './features/posts/table.ts'
export { storeSettings } from './features/settings/store.ts'
export { userTarget } from './features/users/audit.ts'
export { lockNames } from './features/users/create-user.ts'
export { displayNameOf, visibleName } from './features/users/display-name.ts'
export * from './features/users/events.ts'
export { userSlug } from './features/users/fields.ts'
export { foldedUsername } from './features/users/find.ts'
export { fold } from './features/users/folding.ts'
export { preferenceOf } from './features/users/preferences.ts'
export * from './features/users/table.ts'
export { csvRow } from './infrastructure/csv.ts'
export { highestId } from './infrastructure/db/highest-id.ts'
export { addDeletedColumn } from './infrastructure/db/migrations/deleted-column.ts'
export { addFlagColumn } from './infrastructure/db/migrations/flag-column.ts'
export type { Migration, MigrationContext } from './infrastructure/db/migrations/migrations.ts'
export * from './infrastructure/db/tables.ts'
export {
  conflict,
  defineError,
  ForumError,
  notAuthenticated,
  notFound,
  type Problem,
  permissionDenied,
  tooManyRequests,
  validationError,
} from './infrastructure/errors.ts'
export type { Draft, FileStore, StoredFile } from './infrastructure/files/file-store.ts'
export type { S3Options } from './infrastructure/files/s3/bucket.ts'
export { createS3Store } from './infrastructure/files/s3/s3-store.ts'
export {
  encodeForeignPicture,
  encodePicture,
  examinePicture,
  type PictureEncoding,
  type PictureFacts,
  UnreadablePicture,
  type WatermarkPosition,
} from './infrastructure/images/pictures.ts'
export { seal, tryUnseal } from './infrastructure/keys/sealing.ts'
export { Budget } from './infrastructure/limits/budget.ts'
export * from './infrastructure/limits/rate-limit-names.ts'
export { addressKey, type Limit } from './infrastructure/limits/rate-limits.ts'
export { isPattern, matchesPattern } from './infrastructure/patterns/matches-pattern.ts'
export { type PublicRequest, Unfetchable } from './infrastructure/public-fetch/connection.ts'
export {
  fetchPublic,
  type PublicAnswer,
  type PublicFile,
  readPublic,
  requestPublic,
} from './infrastructure/public-fetch/requests.ts'
export { nameText } from './infrastructure/schema/names.ts'
export { problemOf } from './infrastructure/schema/problems.ts'
export { dateTime, flag, isStorable, strictFlag, text, wholeNumber } from './infrastructure/schema/values.ts'
export { BoundedProcess } from './infrastructure/thread/bounded-process.ts'
export { ProcessEnded, type ProcessOptions } from './infrastructure/thread/isolated-process.ts'
export type { AccountColumn, Restriction } from './points/access/accounts.ts'
export { allOf, anyOf, type Condition, isNot } from './points/access/conditions.ts'
export * from './points/access/memory-tables.ts'
export type { PasswordChecker } from './points/access/password-checkers.ts'
export type { GridPart, PartsInGrid, PermissionPart } from './points/access/permission-parts.ts'
export { forAllRows, type Policies, type Policy, rowsWhere } from './points/access/policies.ts'
export type { Privacies, Privacy } from './points/access/privacy.ts'
export { allow, deny, forceAllow, forceDeny, noOpinion } from './points/access/verdicts.ts'
export type { Check, Finding } from './points/checks/checks.ts'
export { Actor, type Rights, requireAdministrator } from './points/context/actor.ts'
export {
  type Context,
  timestamp,
  translatorOf,
  unboundedReads,
  type WriteContext,
} from './points/context/context.ts'
export { memoryTableChanged } from './points/context/memory-table-changed.ts'
export {
  type Counter,
  type CounterDeclaration,
  type CounterDifference,
  columnCounter,
} from './points/counters/counters.ts'
export type { Feed, FeedEntry } from './points/discovery/atom.ts'
export type { FeedSource } from './points/discovery/feeds.ts'
export type { IdRange, SitemapPage, SitemapSource } from './points/discovery/sitemap.ts'
export * from './points/events/audit.ts'
export * from './points/events/event-types.ts'
export { defineExtension, type Extension } from './points/extension.ts'
export type { ExtensionCommand, ExtensionCommandInput } from './points/jobs/commands.ts'
export * from './points/jobs/jobs.ts'
export type * from './points/notifications/mail-drivers.ts'
export * from './points/notifications/notifications.ts'
export type {} from './points/points.ts'
export * from './points/posts/event-posts.ts'
export { renderText } from './points/posts/markup-kinds.ts'
export * from './points/realtime/realtime-events.ts'
export { type ForumFacts, type ForumTheme, forumFactsOf } from './points/requests/forum-facts.ts'
export type { PageFacts, PageSubject } from './points/requests/page-facts.ts'
export type { DescribeFrame, FrameParts, HeadElement, PageCookie } from './points/requests/page-frame.ts'
export type { Protocol } from './points/requests/protocols.ts'
export { countAction } from './points/requests/rate-limits.ts'
export type { Route, RouteAnswer, RouteDocument, RouteRequest } from './points/requests/routes.ts'
export {
  oneUpload,
  type UploadedDraft,
  type UploadedFile,
  type UploadLimits,
  type UploadRequest,
  type Uploads,
} from './points/requests/uploads.ts'
export type * from './points/resources/deletions.ts'
export type { CreateEndpoint, WriteInput } from './points/resources/endpoints.ts'
export type { Field } from './points/resources/fields.ts'
export type { Filter } from './points/resources/filters.ts'
export type {
  DefaultCondition,
  IndexScan,
  ListIndex,
  ListKey,
  VisibleScan,
} from './points/resources/lists.ts'
export type { Relation, RelationWrite } from './points/resources/relations.ts'
export * from './points/resources/resource-rows.ts'
export type { Gambit, TextMatches, TextRequest } from './points/resources/search.ts'
export { idOfNewRow, type JointChange, type Write, type WriteRules } from './points/resources/writes.ts'
export { defineService, type ProvidedService, type Service } from './points/services/services.ts'
export type { SettingRule } from './points/settings/setting-rules.ts'
export * from './points/settings/setting-types.ts'
export type { Setting } from './points/settings/settings.ts'
export * from './points/settings/stored-values.ts'
export type { CountedRows, Series } from './points/statistics/statistics.ts'
