import { blackPng, deepPng } from '@parley/testing/png'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { decodeBmp } from './bmp.ts'
import { convert, decodedBytes } from './convert.ts'
import { makePng, pictureProcess, UnreadablePicture } from './pictures.ts'

/** Makes a BMP from rows of colours as `rrggbb`, from the top. */
function bmpOf(
  rows: readonly (readonly string[])[],
  { bits, topDown = false, masks = false }: { bits: 24 | 32; topDown?: boolean; masks?: boolean },
): Buffer {
  const width = rows[0]?.length ?? 0
  const step = bits / 8
  const rowSize = Math.ceil((width * step) / 4) * 4
  const start = masks ? 14 + 56 : 14 + 40
  const file = Buffer.alloc(start + rowSize * rows.length)
  file.write('BM')
  file.writeUInt32LE(file.length, 2)
  file.writeUInt32LE(start, 10)
  file.writeUInt32LE(masks ? 56 : 40, 14)
  file.writeInt32LE(width, 18)
  file.writeInt32LE(topDown ? -rows.length : rows.length, 22)
  file.writeUInt16LE(1, 26)
  file.writeUInt16LE(bits, 28)
  if (masks) {
    file.writeUInt32LE(3, 30)
    for (const [index, mask] of [0xff0000, 0xff00, 0xff, 0xff000000].entries()) {
      file.writeUInt32LE(mask, 54 + index * 4)
    }
  }
  for (const [index, row] of (topDown ? rows : rows.toReversed()).entries()) {
    for (const [x, color] of row.entries()) {
      const place = start + index * rowSize + x * step
      file.writeUIntLE(Number.parseInt(color, 16), place, 3)
      if (masks) file.writeUInt8(255, place + 3)
    }
  }
  return file
}

const fill = { fill: { width: 100, height: 100 } }

/** Left half red, right half blue. */
async function halves(width: number, height: number): Promise<Buffer> {
  const half = Math.floor(width / 2)
  const red = sharp({ create: { width: half, height, channels: 3, background: '#ff0000' } })
  return sharp({ create: { width, height, channels: 3, background: '#0000ff' } })
    .composite([{ input: await red.png().toBuffer(), left: 0, top: 0 }])
    .png()
    .toBuffer()
}

/** Colour at a point, as `r,g,b`. */
async function colorAt(png: Buffer, x: number, y: number): Promise<string> {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (y * info.width + x) * 3
  return [...data.subarray(at, at + 3)].join()
}

describe('pictures', () => {
  test.each(['jpeg', 'png', 'gif', 'webp', 'avif'] as const)(
    'a %s becomes a PNG of the size',
    async (format) => {
      const png = await makePng(
        await sharp(await halves(300, 200))
          .toFormat(format)
          .toBuffer(),
        fill,
      )
      expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 100, height: 100 })
    },
  )

  test('filling crops the edges evenly', async () => {
    const png = await makePng(await halves(400, 100), fill)
    expect({ left: await colorAt(png, 10, 50), right: await colorAt(png, 90, 50) }).toEqual({
      left: '255,0,0',
      right: '0,0,255',
    })
  })

  test('a picture within a size keeps its shape and never grows', async () => {
    const small = await makePng(await halves(30, 20), { within: { height: 60 } })
    expect(await sharp(small).metadata()).toMatchObject({ width: 30, height: 20 })
    const large = await makePng(await halves(1200, 300), { within: { width: 64, height: 64 } })
    expect(await sharp(large).metadata()).toMatchObject({ width: 64, height: 16 })
    const line = await makePng(await halves(2, 9000), { within: { height: 60 } })
    expect(await sharp(line).metadata()).toMatchObject({ width: 1, height: 60 })
  })

  test('a photo is rotated upright, and its metadata are removed', async () => {
    // Orientation 6: the camera was rotated, left is up.
    const photo = await sharp(await halves(200, 100))
      .jpeg()
      .withExif({ IFD0: { Copyright: 'the author' } })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const png = await makePng(photo, { within: { width: 100, height: 100 } })
    const { width, height, exif } = await sharp(png).metadata()
    expect({ width, height, exif }).toStrictEqual({ width: 50, height: 100, exif: undefined })
    const top = await colorAt(png, 25, 10)
    expect(Number(top.split(',')[0])).toBeGreaterThan(200)
  })

  test('an animation becomes its first frame', async () => {
    const frames = [
      await halves(40, 40),
      await sharp(await halves(40, 40))
        .negate()
        .toBuffer(),
    ]
    const gif = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer()
    expect((await sharp(gif, { pages: -1 }).metadata()).pages).toBe(2)
    const png = await makePng(gif, fill)
    expect((await sharp(png).metadata()).pages ?? 1).toBe(1)
    expect(await colorAt(png, 10, 50)).toBe('255,0,0')
  })

  test('files that are no pictures, damaged, or of another kind are refused', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'
    const png = await halves(40, 40)
    const refused: Buffer[] = [
      Buffer.from(''),
      Buffer.from('hello'),
      Buffer.from(svg),
      Buffer.from(`<?xml version="1.0"?>${svg}`),
      Buffer.from('%PDF-1.4'),
      Buffer.from('BM'),
      Buffer.from('GIF89a'),
      png.subarray(0, 20),
      png.subarray(0, png.length / 2),
      Buffer.concat([png.subarray(0, 8), Buffer.from(svg)]),
      await sharp(png).tiff().toBuffer(),
    ]
    for (const bytes of refused) await expect(makePng(bytes, fill)).rejects.toThrow(UnreadablePicture)
  })

  test('a file that looks like an allowed kind but decodes as another is refused', async () => {
    const drawing =
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'
    const disguised = Buffer.from(`<!--ftypavif-->${drawing}`)
    // The decoder accepts it.
    expect((await sharp(disguised).metadata()).format).toBe('svg')
    await expect(makePng(disguised, fill)).rejects.toThrow(UnreadablePicture)
  })

  test('a small file that decodes to a huge picture is refused before it is decoded', async () => {
    const huge = blackPng(16_000)
    expect(huge.length).toBeLessThan(1_000_000)
    const before = process.memoryUsage().rss
    await expect(convert(huge, fill)).rejects.toThrow(UnreadablePicture)
    await expect(makePng(huge, fill)).rejects.toThrow(UnreadablePicture)
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000)
    // A smaller one of the same kind is accepted.
    expect((await makePng(blackPng(800), fill)).length).toBeGreaterThan(0)
  })
})

describe('pictures that take much memory or time', () => {
  test('49 megapixels with 16 bits, interlaced, are refused before they are decoded', async () => {
    const deep = deepPng(7000)
    expect(deep.length).toBeLessThan(600_000)
    const before = process.memoryUsage().rss
    await expect(convert(deep, fill)).rejects.toThrow(UnreadablePicture)
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 2 ** 20)
    // It is a valid picture, and a smaller one is accepted.
    expect(await sharp(deep).metadata()).toMatchObject({ width: 7000, depth: 'ushort', isProgressive: true })
    expect((await makePng(deepPng(700), fill)).length).toBeGreaterThan(0)
  })

  test.each([
    [{ format: 'png', width: 10, height: 10, channels: 3, depth: 'uchar' }, 300],
    [{ format: 'png', width: 10, height: 10, channels: 4, depth: 'ushort' }, 800],
    [{ format: 'png', width: 10, height: 10, channels: 4, depth: 'ushort', isProgressive: true }, 1600],
    [{ format: 'jpeg', width: 10, height: 10, channels: 3, depth: 'uchar', isProgressive: true }, 600],
    [{ format: 'heif', width: 10, height: 10, channels: 3, depth: 'uchar' }, 1800],
    [{ format: 'png', width: 10, height: 10, channels: 1, depth: 'double' }, 800],
  ] as const)('%o takes %i bytes', (header, bytes) => {
    expect(decodedBytes({ isProgressive: false, ...header })).toBe(bytes)
  })

  test('one picture is converted at a time, and four of one account may wait', async () => {
    const picture = await halves(2000, 2000)
    const all = [...Array.from({ length: 8 }, () => makePng(picture, fill, 'a')), makePng(picture, fill, 'b')]
    const answers = await Promise.allSettled(all)
    expect(answers.map(({ status }) => status)).toEqual([
      ...Array(5).fill('fulfilled'),
      ...Array(3).fill('rejected'),
      'fulfilled',
    ])
    expect(answers[5]).toMatchObject({
      reason: { code: 'busy', status: 503, headers: { 'retry-after': '30' } },
    })
  })

  test('a picture that crashes the process is refused, and the next one gets another process', async () => {
    await makePng(await halves(10, 10), fill)
    const { pid } = pictureProcess
    const doomed = makePng(await halves(3000, 3000), fill)
    process.kill(pid ?? 0, 'SIGKILL')
    await expect(doomed).rejects.toThrow(UnreadablePicture)
    expect((await makePng(await halves(10, 10), fill)).length).toBeGreaterThan(0)
    expect(pictureProcess.pid).not.toBe(pid)
  })

  test('a fault of the program is no unreadable picture', async () => {
    await expect(pictureProcess.ask({ bytes: 'no bytes' as never, size: fill })).rejects.toThrow('Uint8Array')
  })
})

describe('BMP', () => {
  const pixels = [
    ['ff0000', '00ff00', '0000ff'],
    ['ffffff', '000000', '808080'],
  ]
  const expected = Buffer.from(pixels.flatMap((row) => row.map((color) => `${color}ff`)).join(''), 'hex')

  test.each([
    ['24 bits', { bits: 24 }],
    ['32 bits', { bits: 32 }],
    ['from the top', { bits: 24, topDown: true }],
    ['with masks', { bits: 32, masks: true }],
  ] as const)('%s is read', (_, options) => {
    expect(decodeBmp(bmpOf(pixels, options), 100)).toEqual({ width: 3, height: 2, data: expected })
  })

  test('becomes a PNG', async () => {
    const png = await makePng(bmpOf(pixels, { bits: 24 }), { within: { height: 60 } })
    expect(await colorAt(png, 2, 0)).toBe('0,0,255')
  })

  test('every other kind, every truncated file and every wrong size is refused', () => {
    const whole = bmpOf(pixels, { bits: 24 })
    for (let length = 0; length < whole.length; length++) {
      expect(decodeBmp(whole.subarray(0, length), 100)).toBeUndefined()
    }
    expect(decodeBmp(whole, 5)).toBeUndefined()
    const wrong: [offset: number, value: number][] = [
      [10, 10],
      [10, 0xffffffff],
      [14, 12],
      [18, 0],
      [18, 0x80000000],
      [18, 0x7fffffff],
      [22, 0],
      [22, 0x80000000],
      [30, 1],
      [30, 3],
      [30, 4],
    ]
    for (const [offset, value] of wrong) {
      const changed = Buffer.from(whole)
      changed.writeUInt32LE(value, offset)
      expect(decodeBmp(changed, 50_000_000), `${value} at ${offset}`).toBeUndefined()
    }
    const unusualMasks = bmpOf(pixels, { bits: 32, masks: true })
    unusualMasks.writeUInt32LE(0xff, 54)
    expect(decodeBmp(unusualMasks, 100)).toBeUndefined()
    const masksOf24Bits = bmpOf(pixels, { bits: 32, masks: true })
    masksOf24Bits.writeUInt16LE(24, 28)
    expect(decodeBmp(masksOf24Bits, 100)).toBeUndefined()
    for (const bits of [1, 4, 8, 16, 0, 64]) {
      const changed = Buffer.from(whole)
      changed.writeUInt16LE(bits, 28)
      expect(decodeBmp(changed, 100)).toBeUndefined()
    }
  })
})
