import type { AuditValue } from '@parley/shared'
import { type Declared, mergeRecords, type Owned } from '../declared.ts'
import { definePoint } from '../extension-point.ts'

/**
 * The actions that the audit log records, by name (`subject.pastTense`), with the types of their fields. Features and
 * extensions add theirs: `declare module '…' { interface AuditActions { 'discussion.locked': { isLocked: boolean } } }`.
 */
export interface AuditActions {
  /** Some settings of the forum, by key. */
  'settings.changed': Readonly<Record<string, string | null>>
}

export type AuditActionName = keyof AuditActions & string

/** An administrative or moderating action that leaves an entry in the audit log. */
export interface AuditAction<Fields = Readonly<Record<string, AuditValue>>> {
  /** Locale key of a sentence with the params `actor` and `target`: '{actor} locked {target}'. */
  text: string
  /** Type of what the action is about; absent for the forum as a whole. */
  target?: string
  /** The fields that an entry may have. `'settings'` means every setting, of which secret ones keep no value. */
  fields?: Readonly<Record<keyof Fields & string, AuditField>> | 'settings'
}

/** A field with its values before and after an action. */
export interface AuditField {
  /** Locale key of its name. */
  label: string
  /** Its values tell who an account belongs to: they are removed when the target, an account, is deleted. */
  isPersonal?: true
  /** Its values are times, ISO 8601: readers see them in their language and time zone. */
  isTime?: true
}

/** The actions of an extension, by name. */
export type AuditDeclarations = { readonly [Name in AuditActionName]?: AuditAction<AuditActions[Name]> }

/** Checks and combines the actions of all extensions. */
export function combineAudit(
  declared: readonly Declared<AuditDeclarations | undefined>[],
): Map<string, Owned<AuditAction>> {
  const sections = declared as readonly Declared<Readonly<Record<string, AuditAction>> | undefined>[]
  return mergeRecords('audit', sections, ({ text, target, fields }, name) => {
    if (!/^[a-z][a-zA-Z]*\.[a-z][a-zA-Z]*$/.test(name)) return "is not of the form 'subject.pastTense'"
    if (text === '') return 'has no text'
    const isAboutUser = target === 'users'
    const personal =
      typeof fields === 'object' && Object.entries(fields).find(([, { isPersonal }]) => isPersonal)
    return personal && !isAboutUser
      ? `has the personal field '${personal[0]}', but is not about an account`
      : undefined
  })
}

declare module '../extension.ts' {
  interface Extension {
    /** Actions that leave entries in the audit log; `writeAuditEntry` writes them. */
    audit?: AuditDeclarations
  }
}

declare module '../extension-point.ts' {
  interface Points {
    audit: ReadonlyMap<string, Owned<AuditAction>>
  }
}

/** Actions that the audit log records. */
export const auditPoint = definePoint('audit', {
  sections: ['audit'],
  combine: ({ audit }) => combineAudit(audit),
})
