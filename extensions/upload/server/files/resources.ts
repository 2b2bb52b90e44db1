import type { Extension, Field } from '@parley/server'
import { wireDate } from '@parley/shared'
import type { FileKind } from '../../shared.ts'
import { widthsOf } from '../smaller/paths.ts'
import type { FileRow } from '../tables.ts'
import { humanSize } from './human-size.ts'
import { insertedText } from './templates.ts'

type Resources = NonNullable<Extension['resources']>
type FileResource = NonNullable<Resources['files']>
type SharedResource = NonNullable<Resources['shared-files']>

const fields: Record<string, Field<FileRow>> = {
  baseName: { column: 'base_name', json: 'string' },
  path: { column: 'path', json: 'string?' },
  url: { column: 'url', json: 'string' },
  type: { column: 'type', json: 'string' },
  size: { column: 'size', json: 'integer' },
  humanSize: { json: 'string', get: ({ size }) => humanSize(size) },
  createdAt: { json: 'date', get: ({ created_at }) => wireDate(created_at) },
  uuid: { column: 'uuid', json: 'string' },
  tag: { column: 'tag', json: 'string?' },
  hidden: { column: 'hidden', json: 'boolean' },
  bbcode: { json: 'string?', get: insertedText },
  shared: { column: 'shared', json: 'boolean' },
  widths: { json: 'array', get: widthsOf },
}

const filters: NonNullable<FileResource['filters']> = {
  type: { value: 'text', where: (eb, kind) => eb('fof_upload_files.kind', '=', kind as FileKind) },
}

const abilities = ['viewInfo', 'hide', 'delete']

/** Files of users. Routes read and change them; there are no endpoints of the type. */
export const filesResource: FileResource = {
  table: 'fof_upload_files',
  forms: ['full'],
  fields,
  abilities,
  filters,
}

/** Shared files, of the same table. */
export const sharedFilesResource: SharedResource = {
  table: 'fof_upload_files',
  forms: ['full'],
  abilities,
  filters,
  fields: { ...fields, isPrivateShared: { json: 'boolean', get: ({ shared, hidden }) => shared && hidden } },
}
