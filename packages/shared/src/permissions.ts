/** What administrators see of permissions: the rows of the grid, and the groups that hold them. */
export interface PermissionOverview {
  /** Another text whenever groups, permissions or their settings changed. */
  version: string
  groups: OverviewGroup[]
  sections: { name: string; label: string }[]
  /** The rows of the grid in their order, then permissions that are not in the grid. */
  rows: OverviewRow[]
  /** Parts of the forum that can have permissions of their own, by their kind. */
  parts: OverviewParts[]
  /** The version of a permission that no group holds. */
  ungranted: string
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

/** A kind of parts of the forum. The permissions of a part are named after it: `tag5.discussion.reply`. */
export interface OverviewParts {
  /** `tag`. */
  kind: string
  /** The resource of the parts, and its attribute that says whether a part has permissions of its own. */
  resource: string
  attribute: string
  /** The button that gives a part permissions of its own. */
  addLabel: string
  /** What follows when a part gets permissions of its own, and when it loses them. */
  addText: string
  removeText: string
  /** All parts in their order. */
  parts: OverviewPart[]
}

export interface OverviewPart {
  id: number
  name: string
  color: string | null
  /** Whether it has permissions of its own. */
  isRestricted: boolean
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
  lacks: { groupId: number; permission: string; label: string }[]
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
  /** What one row is called, if the core has no name for it. */
  label?: string
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

/** The file of exported permissions. Its ids name groups and parts of the file itself. */
export interface PermissionFile {
  parley: 'permissions'
  version: 1
  groups: FileGroup[]
  /** The parts of the forum in names of permissions. */
  parts?: FilePart[]
  permissions: { name: string; groups: number[] }[]
}

/** A part of the forum in a file: `tag5.` begins its permissions. */
export interface FilePart {
  kind: string
  id: number
  name: string
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
  /** Permissions that no enabled extension has, or for parts that have none here, and that no choice names. */
  unknownPermissions: { name: string; label: string }[]
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
