import {
  type Actor,
  allow,
  type Context,
  deny,
  forAllRows,
  forceDeny,
  type Policies,
  type Policy,
  permissionDenied,
} from '@parley/server'
import type { FileRow } from './tables.ts'

/** @throws 403 unless the actor is an administrator. */
export function requireAdministrator({ actor }: Pick<Context, 'actor'>): void {
  if (!actor.can('administrate')) throw permissionDenied()
}

type FilePolicy = Policy<FileRow, 'fof_upload_files'>

/** Whether the actor manages shared files. */
export function sharesFiles(actor: Actor): boolean {
  return actor.hasPermission('fof-upload.upload-shared-files')
}

/** Whether the actor downloads files. */
export function mayDownload(actor: Actor): boolean {
  return actor.hasPermission('fof-upload.download')
}

/** Whether the actor sees the files of other users in lists. */
export function viewsOthers(actor: Actor): boolean {
  return actor.hasPermission('fof-upload.viewUserUploads')
}

/** Whether the actor hides the files of other users. */
export function hidesOthers(actor: Actor): boolean {
  return actor.hasPermission('fof-upload.deleteUserUploads')
}

/** Whether the actor owns a file. */
function owns(actor: Actor, { actor_id }: FileRow): boolean {
  return !actor.isGuest && actor_id === actor.id
}

/** Files of users: their owners see them, and those who see or hide the files of others. */
const viewFiles: FilePolicy = {
  verdict: (actor, row) =>
    row.removing_at === null && !row.shared && (owns(actor, row) || viewsOthers(actor) || hidesOthers(actor))
      ? allow
      : deny,
  scope: (eb, { actor }) => {
    const isOfUser = eb.and([
      eb('fof_upload_files.shared', '=', false),
      eb('fof_upload_files.removing_at', 'is', null),
    ])
    if (viewsOthers(actor) || hidesOthers(actor)) return isOfUser
    return actor.isGuest ? false : eb.and([isOfUser, eb('fof_upload_files.actor_id', '=', actor.id)])
  },
}

/** Shared files: everyone sees those that are not hidden. */
const viewShared: FilePolicy = {
  verdict: (actor, row) =>
    row.removing_at === null && row.shared && (!row.hidden || sharesFiles(actor)) ? allow : deny,
  scope: (eb, { actor }) => {
    const isShared = eb.and([
      // As the indexes of shared files have it.
      eb('fof_upload_files.shared', '=', eb.lit(true)),
      eb('fof_upload_files.removing_at', 'is', null),
    ])
    return sharesFiles(actor) ? isShared : eb.and([isShared, eb('fof_upload_files.hidden', '=', false)])
  },
}

/** Owners hide their files, and those who may, those of others; only administrators those without an owner. */
const hide: FilePolicy = {
  verdict(actor, row) {
    const may = owns(actor, row) || (row.actor_id !== null && hidesOthers(actor))
    return may || actor.isAdmin ? allow : deny
  },
  scope(eb, { actor }) {
    if (actor.isAdmin) return true
    if (hidesOthers(actor)) return eb('fof_upload_files.actor_id', 'is not', null)
    return actor.isGuest ? false : eb('fof_upload_files.actor_id', '=', actor.id)
  },
}

/** Those who manage shared files delete them; administrators delete all others. */
const remove: FilePolicy = {
  verdict: (actor, row) => ((row.shared ? sharesFiles(actor) : actor.isAdmin) ? allow : deny),
  scope: (eb, { actor }) => {
    if (actor.isAdmin) return true
    return sharesFiles(actor) ? eb('fof_upload_files.shared', '=', true) : false
  },
}

const viewInfo = forAllRows(() => forceDeny)

/** Who may do what with files (api-extensions 16). */
export const filePolicies: Policies = {
  files: { view: viewFiles, hide, delete: remove, viewInfo },
  'shared-files': { view: viewShared, hide, delete: remove, viewInfo },
}
