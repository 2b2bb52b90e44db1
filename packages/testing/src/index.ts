export { type ApiBody, ApiClient, type ApiObject, type ApiRequest, type ApiResponse } from './api-client.ts'
export { TestClock } from './clock.ts'
export { describeExtension } from './contract.ts'
export { type DatabaseName, eachDatabase, openTestDatabase } from './databases.ts'
export { Description } from './described.ts'
export { type DiscussionValues, makeDiscussion, makePost, type PostValues } from './discussions.ts'
export { endpointsOf } from './endpoints.ts'
export { examinedRows } from './examined-rows.ts'
export { readExtension } from './extension-folder.ts'
export { grant, makeGroup, makeUser, setSettings } from './factories.ts'
export { freePort } from './free-port.ts'
export { type ListeningForum, listeningForum, tokenLine } from './listening-forum.ts'
export { expectLockOrder, HeldLocks, lockOf, watchLocks } from './lock-order.ts'
export { type MailServer, type MailServerOptions, startMailServer } from './mail-server.ts'
export { noticing, notificationCounts, notify, restore, retract, syncing } from './notifications.ts'
export { multipartBody, type RawAnswer, RawConnection } from './raw-connection.ts'
export { changeDiscussion, changePost, idsOf, replyTo, startDiscussion } from './requests.ts'
export { readMails, type SentMail } from './sent-mails.ts'
export { avoid, planOf, selectsOf } from './statements.ts'
export {
  admin,
  createTestForum,
  eachTestForum,
  type LogEntry,
  type TestForum,
  type TestForumOptions,
} from './test-forum.ts'
