import { expect, test } from 'vitest'
import { countKinds, isPrimary, type KnownTag, TagTree } from './tree.ts'

function tag(id: number, values: Partial<KnownTag> = {}): KnownTag {
  const none = {
    color: null,
    icon: null,
    position: null,
    parent_id: null,
    default_sort: null,
    deleted_at: null,
  }
  const open = { is_restricted: false, is_hidden: false }
  return { id, name: `Tag ${id}`, slug: `tag-${id}`, ...none, ...open, ...values }
}

const tree = new TagTree([
  tag(1, { position: 1 }),
  tag(2, { position: 0, slug: 'Über-UNS' }),
  tag(3, { position: 1, parent_id: 2 }),
  tag(4, { position: 0, parent_id: 2, is_restricted: true }),
  tag(5),
  tag(6, { deleted_at: '2024-01-01T00:00:00.000Z' }),
])

const idsOf = (tags: readonly KnownTag[]) => tags.map(({ id }) => id)

test('primary tags have a position and no parent; the others count as secondary', () => {
  expect(idsOf(tree.all.filter(isPrimary))).toEqual([1, 2])
  expect(idsOf(tree.primary)).toEqual([2, 1])
  expect(countKinds(tree.all)).toEqual({ primary: 2, secondary: 3 })
  expect(idsOf(tree.positioned)).toEqual([1, 2, 3, 4])
  expect(idsOf(tree.unpositioned)).toEqual([5])
})

test('children stand in their order; a parent is found, a deleted tag is not', () => {
  expect(idsOf(tree.childrenOf(2))).toEqual([4, 3])
  expect(tree.childrenOf(1)).toEqual([])
  expect(tree.parentOf(tag(3, { parent_id: 2 }))?.id).toBe(2)
  expect(tree.parentOf(tag(1))).toBeUndefined()
  expect(idsOf(tree.withIds([5, 6, 1, 99]))).toEqual([5, 1])
  expect(tree.deletedIds).toEqual([6])
})

test('slugs are compared without case, in every script', () => {
  expect(tree.bySlug('üBER-uns')?.id).toBe(2)
  expect(tree.bySlug('u\u0308ber-uns')?.id).toBe(2)
  expect(tree.bySlug('uber-uns')).toBeUndefined()
  expect(tree.bySlug('tag-6')).toBeUndefined()
})
