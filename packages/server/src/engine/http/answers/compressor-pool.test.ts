import { constants, createDeflate, type Deflate, inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { CompressorPool } from './compressor-pool.ts'

const bytes = Buffer.from('an answer '.repeat(200))

function poolOf() {
  const created: Deflate[] = []
  const pool = new CompressorPool({
    create(options) {
      const compressor = createDeflate({ ...options, flush: constants.Z_FINISH })
      created.push(compressor)
      return compressor
    },
    restart: (compressor) => compressor.reset(),
  })
  return { pool, created }
}

test('one compressor serves answers that come one after the other', async () => {
  const { pool, created } = poolOf()
  for (let n = 0; n < 20; n++) expect(inflateSync(await pool.compress(bytes))).toEqual(bytes)
  expect(created.length).toBe(1)
})

test('answers at the same time have compressors of their own, of which sixteen are kept', async () => {
  const { pool, created } = poolOf()
  await Promise.all(Array.from({ length: 40 }, () => pool.compress(bytes)))
  expect(created.length).toBe(40)
  expect(created.filter(({ destroyed }) => !destroyed).length).toBe(16)
})

test('a compressor that fails rejects its answer and serves no other', async () => {
  const { pool, created } = poolOf()
  await pool.compress(bytes)
  created[0]?.destroy(new Error('no memory'))
  await expect(pool.compress(bytes)).rejects.toThrow()
  expect(inflateSync(await pool.compress(bytes))).toEqual(bytes)
  expect(created.length).toBe(2)
})
