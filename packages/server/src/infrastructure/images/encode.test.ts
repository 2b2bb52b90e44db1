import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { encodePicture, examinePicture, UnreadablePicture } from './pictures.ts'

type Format = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif'

async function folder() {
  const path = await mkdtemp(join(tmpdir(), 'parley-pictures-'))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  return (name: string) => join(path, name)
}

const plain = (width: number, height: number, background = '#ff0000') =>
  sharp({ create: { width, height, channels: 3, background } })

async function colorAt(file: string, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (y * info.width + x) * 3
  return [...data.subarray(at, at + 3)].map((value) => Math.round(value / 255))
}

test.each<[Format, string]>([
  ['jpeg', 'image/jpeg'],
  ['png', 'image/png'],
])('a %s is encoded again as such, upright and without metadata', async (format, type) => {
  const at = await folder()
  const secret = { IFD0: { Artist: 'Mira, 1 Harbour Road' } }
  await plain(60, 40).withExif(secret).withMetadata({ orientation: 6 }).toFormat(format).toFile(at('in'))
  expect((await sharp(at('in')).metadata()).orientation).toBe(6)
  expect(await encodePicture(at('in'), at('out'))).toEqual({ type, width: 40, height: 60 })
  const { format: found, width, height, orientation, exif } = await sharp(at('out')).metadata()
  expect({ found, width, height, orientation, exif }).toEqual({ found: format, width: 40, height: 60 })
  expect((await readFile(at('out'))).includes('Harbour')).toBe(false)
})

test('a picture becomes a WebP of a width', async () => {
  const at = await folder()
  await plain(300, 900).jpeg().toFile(at('in'))
  const made = { type: 'image/webp', width: 100, height: 300 }
  expect(await encodePicture(at('in'), at('out'), { width: 100, asWebp: true })).toEqual(made)
  expect(await sharp(at('out')).metadata()).toMatchObject({ format: 'webp', width: 100, height: 300 })
})

test('larger pictures are shrunk into the box, smaller ones are not enlarged', async () => {
  const at = await folder()
  await plain(300, 90).png().toFile(at('in'))
  expect(await encodePicture(at('in'), at('out'), { box: 100 })).toMatchObject({ width: 100, height: 30 })
  expect(await sharp(at('out')).metadata()).toMatchObject({ width: 100, height: 30 })
  expect(await encodePicture(at('in'), at('same'), { box: 400 })).toMatchObject({ width: 300, height: 90 })
  await plain(1000, 1).png().toFile(at('line'))
  expect(await encodePicture(at('line'), at('dots'), { box: 10 })).toMatchObject({ width: 10, height: 1 })
})

test('a watermark is put where it is asked for, and shrunk to the picture', async () => {
  const at = await folder()
  await plain(90, 90).png().toFile(at('in'))
  const bytes = await plain(30, 30, '#0000ff').png().toBuffer()
  const red = [1, 0, 0]
  const blue = [0, 0, 1]
  await encodePicture(at('in'), at('corner'), { watermark: { bytes, position: 'bottom-right' } })
  expect([await colorAt(at('corner'), 75, 75), await colorAt(at('corner'), 15, 15)]).toEqual([blue, red])
  await encodePicture(at('in'), at('left'), { watermark: { bytes, position: 'left' } })
  expect([await colorAt(at('left'), 15, 45), await colorAt(at('left'), 15, 10)]).toEqual([blue, red])
  const large = await plain(500, 500, '#0000ff').png().toBuffer()
  await encodePicture(at('in'), at('covered'), { box: 50, watermark: { bytes: large, position: 'center' } })
  expect(await colorAt(at('covered'), 0, 0)).toEqual(blue)
})

test.each<Format>(['gif', 'webp', 'avif'])('a %s is examined to its end', async (format) => {
  const at = await folder()
  const bytes = await plain(64, 48).toFormat(format).toBuffer()
  await writeFile(at('whole'), bytes)
  expect(await examinePicture(at('whole'))).toEqual({ type: `image/${format}`, width: 64, height: 48 })
  await writeFile(at('cut'), bytes.subarray(0, Math.floor(bytes.length * 0.6)))
  await expect(examinePicture(at('cut'))).rejects.toThrow(UnreadablePicture)
})

test.each([
  ['a page', '<html><script>alert(1)</script>'],
  ['an empty file', ''],
  ['the beginning of a PNG', Buffer.from('89504e470d0a1a0a', 'hex')],
])('%s is no picture', async (_what, content) => {
  const at = await folder()
  await writeFile(at('in'), content)
  await expect(encodePicture(at('in'), at('out'))).rejects.toThrow(UnreadablePicture)
  await expect(examinePicture(at('in'))).rejects.toThrow(UnreadablePicture)
})
