import {
  type Additions,
  type ComposerFields,
  type ComposerTarget,
  type FieldValue,
  targetOfKey,
} from '../../points/composer/composer-target.ts'

/** Text that is not sent yet. */
export interface Draft {
  fields: ComposerFields
  /** Idempotency key of a submission without an answer. Sent again with it, the server runs it once. */
  submissionKey?: string | undefined
  /** Any page of the account goes on sending it, once the page that sent it is closed. */
  isQueued?: boolean | undefined
  /** What the submission with that key has besides the fields. */
  additions?: Additions | undefined
  subject?: DraftSubject | undefined
  edit?: EditBase | undefined
}

/** What an edit has to do with the stored text of its post. */
export interface EditBase {
  /** The source that it began from. */
  readonly from: string
  /** The source that another has stored since: the writer chooses how to go on. */
  readonly current?: string | undefined
  /** The writer's own text, while the edit goes on from what the other has stored. */
  readonly kept?: string | undefined
}

/** What a reply or an edit belongs to, for lists of drafts: its records may not be loaded there. */
export interface DraftSubject {
  /** Title of the discussion. */
  readonly title: string
  /** Number of the edited post. */
  readonly postNumber?: number | undefined
}

/** A draft in the browser's storage. */
export interface StoredDraft extends Draft {
  key: string
  target: ComposerTarget
  /** RFC 3339. */
  changedAt: string
}

/** Whether fields have these values; lists may have further members. */
export function hasValues(fields: ComposerFields, values: Partial<ComposerFields> = {}): boolean {
  return Object.entries(values).every(([name, value]) => {
    const given = (fields as Record<string, unknown>)[name]
    if (Array.isArray(value) && Array.isArray(given)) return value.every((member) => given.includes(member))
    return JSON.stringify(given) === JSON.stringify(value)
  })
}

/** Returns the JSON that is stored of a draft. */
export function writeDraft({ fields, submissionKey, additions, isQueued, subject, edit }: Draft): string {
  const { title, content, ...others } = fields
  const changedAt = Date.now()
  const hasOthers = Object.keys(others).length > 0
  return JSON.stringify({
    title,
    content,
    ...(hasOthers && { fields: others }),
    submissionKey,
    additions,
    isQueued,
    subject,
    edit,
    changedAt,
  })
}

/**
 * Reads a stored draft. Also reads drafts of the former format, without a subject and a time of change: they count as
 * changed when they were begun, which their key tells.
 * @param name key without the account's prefix: `reply:5.mh2k-x7`.
 * @returns nothing for text that is empty or unreadable.
 */
export function readDraft(
  key: string,
  name: string,
  json: string | null | undefined,
): StoredDraft | undefined {
  const dot = name.lastIndexOf('.')
  const target = targetOfKey(name.slice(0, dot))
  const {
    title,
    content,
    fields: others,
    submissionKey,
    additions,
    isQueued,
    subject,
    edit,
    changedAt,
  } = parseObject(json)
  const fields = { ...objectOf(others), title: textOf(title), content: textOf(content) }
  const isEmpty = fields.title === '' && fields.content === '' && Object.keys(fields).length === 2
  if (target === undefined || isEmpty) return undefined
  const begun = Number.parseInt(name.slice(dot + 1), 36)
  const time = new Date(typeof changedAt === 'number' ? changedAt : begun)
  return {
    key,
    target,
    fields,
    submissionKey: textOf(submissionKey) || undefined,
    additions: additions ? (objectOf(additions) as Additions) : undefined,
    isQueued: isQueued === true && textOf(submissionKey) !== '',
    subject: subjectOf(subject),
    edit: editOf(objectOf(edit)),
    changedAt: (Number.isNaN(time.getTime()) ? new Date(0) : time).toISOString(),
  }
}

/** Parses a JSON object; anything else is an object without members. @throws SyntaxError */
export function parseObject(json: string | null | undefined): Record<string, unknown> {
  return objectOf(json ? JSON.parse(json) : undefined)
}

function objectOf(value: unknown): Record<string, FieldValue> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function subjectOf(value: unknown): DraftSubject | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { title, postNumber } = value as Record<string, unknown>
  if (typeof title !== 'string') return undefined
  return { title, postNumber: typeof postNumber === 'number' ? postNumber : undefined }
}

function editOf({ from, current, kept }: Record<string, unknown>): EditBase | undefined {
  const textIn = (value: unknown) => (typeof value === 'string' ? value : undefined)
  return typeof from === 'string' ? { from, current: textIn(current), kept: textIn(kept) } : undefined
}
