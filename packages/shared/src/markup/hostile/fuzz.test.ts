import { fuzz } from '@parley/testing/markup'
import { expect, test } from 'vitest'

test('random sources give safe HTML, the same each time, in linear time', async () => {
  expect((await fuzz(1, 2000)).faults).toEqual([])
}, 60_000)
