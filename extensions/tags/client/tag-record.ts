import type { TagRecord } from '../contract/client.tsx'

export { type TagRecord, tagPath } from '../contract/client.tsx'

/** The ids of a relationship; none while it is not loaded. */
export function linkedIds(record: Pick<TagRecord, 'relationships'> | undefined, name: string): string[] {
  const linkage = record?.relationships[name]
  return Array.isArray(linkage) ? linkage.map(({ id }) => id) : []
}

/** The id of a tag's parent, if it has one that the viewer sees. */
export function parentIdOf({ relationships }: Pick<TagRecord, 'relationships'>): string | undefined {
  const { parent } = relationships
  return parent && !Array.isArray(parent) ? parent.id : undefined
}

/** Whether a tag is primary: it has a position and no parent. */
export function isPrimary({ position, isChild }: Pick<TagRecord, 'position' | 'isChild'>): boolean {
  return position !== null && !isChild
}
