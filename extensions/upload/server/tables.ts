import type { Generated } from '@parley/server'
import type { Selectable } from 'kysely'
import type { FileKind } from '../shared.ts'

interface FileTable {
  id: Generated<number>
  /** Null for a shared file, and for one whose owner is deleted. */
  actor_id: number | null
  base_name: string
  /** Below the folder of its kind (`storedAt`); null for a file that this forum does not keep. */
  path: string | null
  url: string
  type: string
  /** Bytes that were uploaded. */
  size: number
  /** `local`, or `private-shared`; imported rows may have others. */
  upload_method: string | null
  created_at: string
  remote_id: string | null
  uuid: string
  tag: string | null
  hidden: boolean
  shared: boolean
  /** Of a picture that the forum has decoded, in pixels, upright. */
  width: number | null
  height: number | null
  /** The beginning of a text. */
  snippet: string | null
  /** Whether the text goes on behind `snippet`. */
  is_longer: Generated<boolean>
  /** When its deletion began. No request finds it from then on, and cleaning ends what a crash has left. */
  removing_at: string | null
  kind: FileKind
  /** The widths of smaller pictures, between commas; null before they are made. */
  widths: string | null
}

/** An uploaded file. */
export type FileRow = Selectable<FileTable>

interface FilePostTable {
  id: Generated<number>
  file_id: number | null
  post_id: number | null
}

/** The words of a file's name. */
interface NameWordTable {
  /** The account of the file, or 0 for a shared one. */
  owner_id: number
  word: string
  file_id: number
  /** Of the file. */
  kind: FileKind
}

/** Objects of a bucket that may have no row: they are being written, or their row is gone. */
interface PendingObjectTable {
  path: string
  since: string
}

/** An upload that is sent in pieces. */
interface ResumableTable {
  /** That of its bytes among the drafts. */
  id: string
  actor_id: number
  /** Bytes of all of it. */
  size: number
  created_at: string
}

interface DownloadTable {
  id: Generated<number>
  file_id: number
  discussion_id: number | null
  post_id: number | null
  actor_id: number | null
  downloaded_at: string
}

declare module '@parley/server' {
  interface Tables {
    fof_upload_files: FileTable
    fof_upload_file_posts: FilePostTable
    fof_upload_downloads: DownloadTable
    upload_name_words: NameWordTable
    upload_pending_objects: PendingObjectTable
    upload_resumable: ResumableTable
  }

  interface ResourceRows {
    files: FileRow
    'shared-files': FileRow
  }

  interface ResourceTables {
    files: 'fof_upload_files'
    'shared-files': 'fof_upload_files'
  }

  interface UserTable {
    upload_count: Generated<number>
    /** Those of them that are not hidden. */
    visible_upload_count: Generated<number>
  }
}
