import { expect, test } from 'vitest'
import { typeTable } from '../server/receiving/type-table.ts'
import { faultsOf, moved, rowsOf, type TypeRow, textOfRows } from './type-rows.ts'

const row = (pattern: string): TypeRow => ({ pattern, adapter: 'local', template: 'file' })
const isAccepted = (rows: readonly TypeRow[]) => typeTable().safeParse(textOfRows(rows)).success

test('rows are read from the setting, also from that of older forums', () => {
  expect(rowsOf('{"^a":{"adapter":"local","template":"just-url"},"^b":"aws-s3"}')).toEqual([
    { pattern: '^a', adapter: 'local', template: 'just-url' },
    { pattern: '^b', adapter: 'aws-s3', template: 'file' },
  ])
  for (const text of ['', 'x', 'null', '1', '[null]', '{"a":null}']) expect(rowsOf(text)).toBeUndefined()
})

test('the server accepts rows without faults in their order, and no others', () => {
  const rows = [row('^b'), row('^a')]
  expect([isAccepted(rows), rowsOf(textOfRows(rows))]).toEqual([true, rows])
  for (const [faulty, faults] of [
    [
      [row('^a'), row('')],
      [undefined, 'empty'],
    ],
    [
      [row('^a'), row('^a')],
      [undefined, 'repeated'],
    ],
    [[row('(')], ['invalid']],
    [
      [row('^a'), row('3')],
      [undefined, 'invalid'],
    ],
  ] as const) {
    expect(faultsOf(faulty)).toEqual(faults)
    expect([isAccepted(faulty), rowsOf(textOfRows(faulty))]).toEqual([false, faulty])
  }
})

test('a row moves to another place', () => {
  expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b'])
  expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c'])
})
