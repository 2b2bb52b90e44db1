/** What administrators see of permissions: the rows of the grid, and the groups that hold them. */
export interface PermissionOverview {
  /** Another text whenever groups, permissions or their settings changed. */
  version: string
  groups: OverviewGroup[]
  sections: { name: string; label: string }[]
  /** The rows of the grid in their order, then permissions that are not in the grid. */
  rows: OverviewRow[]
  /** What can be asked about. */
  questions: QuestionGroup[]
}

/** A group, and what its members hold by other groups. */
export interface OverviewGroup {
  id: number
  nameSingular: string
  namePlural: string
  color: string | null
  icon: string | null
  isHidden: boolean
  position: number
  /** The groups whose permissions its members hold, too. */
  inherits: number[]
}

/** A row of the permission grid. */
export type OverviewRow = PermissionRow | SettingRow

interface AnyRow {
  /** Null if the row is not in the grid. */
  section: string | null
  label: string
  /** The title of the extension that declares the row; null for those of the core. */
  extension: string | null
}

/** A permission, and the groups that hold it. */
export interface PermissionRow extends AnyRow {
  kind: 'permission'
  permission: string
  /** The groups to which it is granted. Administrators hold every permission and are never among them. */
  groupIds: number[]
  /** What `POST /api/permission` takes to notice the changes of others. */
  version: string
  /** Whether it can be granted to everyone. */
  guests: boolean
  requires: string[]
  /** Whether it can also be granted for a part of the forum. */
  scoped: boolean
  /** False for the permission of an extension that is not enabled. */
  isDeclared: boolean
  /** Groups that hold the permission, but not one that it requires. */
  lacks: { groupId: number; permission: string }[]
}

/** A setting that decides what people may do. */
export interface SettingRow extends AnyRow {
  kind: 'setting'
  setting: string
  value: string
  choices: { value: string; label: string }[]
  /** Whether any number of minutes can be chosen, too. */
  takesMinutes: boolean
}

/** What the members of a group lose when it is deleted. */
export interface GroupDeletion {
  /** The number of members, up to 1,000. */
  memberCount: number
  /** Whether there are more members. The numbers then count the first 1,000. */
  hasMore: boolean
  /** The permissions that are granted to the group, with the number of members who hold them by no other group. */
  permissions: { permission: string; label: string; losing: number }[]
}

/** What administrators can ask about: abilities on the rows of a resource type. */
export interface QuestionGroup {
  /** `global` for what concerns no particular row. */
  type: string
  abilities: { name: string; label: string }[]
}

/** Why a person may do something, or may not. */
export interface Answer {
  isAllowed: boolean
  /** The steps of the decision in words, in their order. */
  lines: AnswerLine[]
}

export interface AnswerLine {
  text: string
  /** What the step contributes. */
  effect: 'allows' | 'refuses' | 'none'
  /** How deep the step lies within others, from 0. */
  depth: number
}

/** The file of exported permissions. Its ids name groups of the file itself. */
export interface PermissionFile {
  parley: 'permissions'
  version: 1
  groups: FileGroup[]
  permissions: { name: string; groups: number[] }[]
}

/** A group of a file; without colour or icon these are empty texts. */
export interface FileGroup {
  id: number
  nameSingular: string
  namePlural: string
  color: string
  icon: string
  isHidden: boolean
}

/** What becomes of the names of a file that the forum does not have. */
export interface ImportChoices {
  /** By a group of the file: the id of a group of the forum; `create` a group; `skip` what it is granted. */
  groups: { id: number; use: number | 'create' | 'skip' }[]
  /** By a permission of the file: another name, or `skip`. */
  permissions: { name: string; use: string }[]
}

/** What an import changes. Permissions and groups that the file does not name stay as they are. */
export interface ImportPlan {
  /** The state of the forum that the plan changes: an import with another one is refused. */
  version: string
  /** Groups of the file that the forum does not have, and that no choice names. */
  unknownGroups: FileGroup[]
  /** Permissions that no enabled extension has, and that no choice names. */
  unknownPermissions: string[]
  createdGroups: FileGroup[]
  changedGroups: GroupChange[]
  /** With the names of the groups that are granted the permission, and of those that lose it. */
  permissions: { permission: string; label: string; added: string[]; removed: string[] }[]
  /** Why it cannot be carried out. */
  problems: string[]
  isApplied: boolean
}

/** A group of the forum that an import changes. */
export interface GroupChange {
  id: number
  /** Its id in the file. */
  fileId: number
  name: string
  changes: { attribute: string; before: string; after: string }[]
}
