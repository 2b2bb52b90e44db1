export { type ApiBody, ApiClient, type ApiObject, type ApiRequest, type ApiResponse } from './api-client.ts'
export { TestClock } from './clock.ts'
export { describeExtension } from './contract/contract.ts'
export { Description } from './contract/described.ts'
export { extensionFolders, readExtension } from './contract/extension-folder.ts'
export { allRowsReader } from './database/all-rows.ts'
export { type DatabaseName, eachDatabase, openTestDatabase } from './database/databases.ts'
export { examinedRows } from './database/examined-rows.ts'
export { expectLockOrder, HeldLocks, lockOf, watchLocks } from './database/lock-order.ts'
export { examinedByScans, keptPlanNodes, planNodes } from './database/plan-nodes.ts'
export { admin } from './database/set-up.ts'
export { planOf, selectsOf, statementsOf } from './database/statements.ts'
export { type DiscussionValues, makeDiscussion, makePost, type PostValues } from './discussions.ts'
export { endpointsOf } from './endpoints.ts'
export { grant, makeGroup, makeUser, setSettings } from './factories.ts'
export { type Conversation, displayNames, openConversation, textsOf } from './fixtures/conversation.ts'
export {
  deleteNotifications,
  notificationCounts,
  notificationsExtension,
  notify,
  restoreNotifications,
  syncingExtension,
} from './notifications.ts'
export {
  actorOf,
  changeDiscussion,
  changePost,
  idsOf,
  openForm,
  replyTo,
  startDiscussion,
} from './requests.ts'
export { freePort } from './servers/free-port.ts'
export { authorizationLine, type ListeningForum, listeningForum } from './servers/listening-forum.ts'
export { type MailServer, type MailServerOptions, startMailServer } from './servers/mail-server.ts'
export { multipartBody, type RawAnswer, RawConnection } from './servers/raw-connection.ts'
export {
  connectReader,
  listeningPort,
  type RealtimeMessage,
  type RealtimeOptions,
  type RealtimeReader,
} from './servers/realtime-reader.ts'
export { readMails, type SentMail } from './servers/sent-mails.ts'
export {
  createTestForum,
  eachTestForum,
  type LogEntry,
  onBothDatabases,
  type TestForum,
  type TestForumOptions,
} from './test-forum.ts'
