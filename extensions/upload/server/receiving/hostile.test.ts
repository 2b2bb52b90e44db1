import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { eachTestForum, makeUser, readExtension } from '@parley/testing'
import { startS3Server } from '@parley/testing/s3-server'
import { describe, expect, test } from 'vitest'
import {
  allowTypes,
  fileAt,
  fileOf,
  openUploads,
  outcome,
  refused,
  setUp,
  stored,
  upload,
} from '../fixtures/forum.ts'
import { pictures, svgOf, zipOf } from '../fixtures/samples.ts'
import { eachStorage } from '../fixtures/storages.ts'

const { png, jpeg, gif, webp, avif } = pictures
const bytesOf = (...parts: (string | Uint8Array)[]) => Buffer.concat(parts.map((part) => Buffer.from(part)))
const html = '<!doctype html><script>alert(1)</script>'
const zip = zipOf(['a.txt'])

/** A PNG that says it is 30,000 by 30,000 pixels large. */
function bomb(): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    return bytesOf(length, type, data, Buffer.alloc(4))
  }
  const header = Buffer.from([0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30, 8, 2, 0, 0, 0])
  return bytesOf(
    png.subarray(0, 8),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1e6))),
    chunk('IEND', Buffer.alloc(0)),
  )
}

const extension = await readExtension(join(import.meta.dirname, '../..'))

eachStorage({ describe, eachTestForum, startS3Server }, (open, startBucket) => {
  const openForum = async () => openUploads(await open({ extensions: [extension] }), makeUser, startBucket)

  test('upload-9: what is not what it says, is two things at once or is HTML is refused', async () => {
    const { forum, member, admin, adapter } = await openForum()
    await allowTypes(admin, adapter, '.')
    const files: Record<string, string | Uint8Array> = {
      'flif.jpg': bytesOf('FLIF', jpeg),
      'jpeg-flif.jpg': bytesOf(jpeg, 'FLIF\u0000\u0001', 'x'.repeat(20)),
      'spoofed.png': bytesOf(png.subarray(0, 8), 'not a picture'),
      'text.png': 'Hello',
      'page.html': html,
      'xhtml.xml': '<?xml version="1.0"?><!-- a --><html xmlns="http://www.w3.org/1999/xhtml"/>',
      'prefixed.svg': '<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:script>alert(1)</s:script></s:svg>',
      'page.txt': `\n\n  ${html}`,
      'later.txt': `Hello\n<sCript src=x>`,
      'jpeg.png': jpeg,
      'png.svg': png,
      'svg.png': svgOf(''),
      'html-behind.png': bytesOf(png, html),
      'html-behind.gif': bytesOf(gif, html),
      'zip-behind.webp': bytesOf(webp, zip),
      'html-behind.avif': bytesOf(avif, html),
      'zip-behind.png': bytesOf(png, zip),
      'half.png': png.subarray(0, 60),
      'half.jpg': jpeg.subarray(0, 150),
      'half.gif': gif.subarray(0, 30),
      'before.zip': bytesOf(jpeg.subarray(0, 20), zip),
      'behind.zip': bytesOf(zip, html),
      'half.zip': zip.subarray(0, 40),
      'nul.txt': 'a\u0000b',
      'latin.txt': Buffer.from('Grüße', 'latin1'),
      'bytes.bin': Buffer.from([1, 2, 3, 4, 5, 250, 251]),
      'empty.png': '',
      'broken.svg': '<svg xmlns="http://www.w3.org/2000/svg"><g></svg>',
      'other.svg': '<svg><circle/></svg>',
      'bomb.png': bomb(),
    }
    const outcomes: Record<string, unknown> = {}
    for (const [name, content] of Object.entries(files)) {
      const answer = outcome(await upload(member, { [name]: content }))
      if (JSON.stringify(answer) !== JSON.stringify(refused)) outcomes[name] = answer
    }
    expect(outcomes).toEqual({})
    await expect.poll(() => stored(forum)).toEqual({ files: [], rows: 0 })
  })

  test('what pictures and texts are is stored, also with what cameras put behind a JPEG', async () => {
    const { forum, member, admin, adapter } = await openForum()
    await allowTypes(admin, adapter, '.')
    const files = {
      'a.gif': gif,
      'a.webp': webp,
      'a.avif': avif,
      'a.jpeg': jpeg,
      'two.jpg': bytesOf(jpeg, jpeg),
      'motion.jpg': bytesOf(jpeg, Buffer.from([0, 0, 0, 8]), 'ftypmp42', 'x'.repeat(50)),
      'a.txt': 'if (a < b && b > c) return <T>a // ünï\r\n\tend',
      empty: zipOf([]),
    }
    for (const [name, content] of Object.entries(files))
      expect([name, (await upload(member, { [name]: content })).status]).toEqual([name, 200])
    const { files: kept } = await stored(forum)
    expect(kept).toHaveLength(Object.keys(files).length)
  })

  test('of a drawing nothing is left that acts or loads', async () => {
    const { forum, member, admin } = await openForum()
    const inner = [
      '<script>alert(1)</script>',
      '<circle r="3" onclick="alert(1)" fill="url(#own)" stroke="url(https://evil.example/a)"/>',
      '<a href="javascript:alert(1)"><text>kept text</text></a>',
      '<a xlink:href="https://evil.example/"><text>x</text></a>',
      '<use href="https://evil.example/a.svg#a"/><image href="https://evil.example/b.png"/>',
      '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><iframe src="https://evil.example/"/></body></foreignObject>',
      '<style>@import "https://evil.example/c.css"</style>',
      '<rect style="background:url(//evil.example/d)" width="1"/>',
      '<filter id="f"><feImage href="https://evil.example/e.png"/></filter>',
      '<animate attributeName="href" to="javascript:alert(1)"/><set attributeName="onload" to="alert(1)"/>',
      '<g xmlns:x="http://www.w3.org/1999/xlink"><a x:href="https://evil.example/"/></g>',
      '<h:script xmlns:h="http://www.w3.org/1999/xhtml">alert(1)</h:script>',
      '<script xmlns="http://www.w3.org/1999/xhtml">alert(1)</script>',
      '<path d="M0 0" fill="u\\72l(https://evil.example/g)" stroke="URL( \'https://evil.example/h\')"/>',
      '<handler xmlns="http://www.w3.org/2001/xml-events">alert(1)</handler>',
      '<linearGradient id="own" href="#other"><stop offset="1"/></linearGradient>',
    ].join('')
    const document = bytesOf(
      '<?xml version="1.0"?><?xml-stylesheet href="https://evil.example/f.css"?>',
      '<!DOCTYPE svg [<!ENTITY a "https://evil.example/">]><!-- evil.example -->',
      svgOf(inner, ' onload="alert(1)"'),
    )
    for (const animates of ['0', '1']) {
      await setUp(admin, { 'fof-upload.svgAnimateAllowed': animates })
      const { status, body } = await upload(member, { 'a.svg': document })
      expect(status).toBe(200)
      const attributes = fileOf({ body: body })
      const { text } = await fileAt(forum, attributes.url)
      expect(text).not.toMatch(
        /evil|alert|script|onload|onclick|foreign|iframe|style|<image|feimage|<set|ENTITY/i,
      )
      for (const kept of ['<circle', 'url(#own)', 'kept text', 'linearGradient', 'href="#other"', 'viewBox'])
        expect(text).toContain(kept)
      expect(text.includes('<animate')).toBe(animates === '1')
    }
  })

  test('drawings that could take all memory or for ever do not', async () => {
    const { forum, member } = await openForum()
    const lol = Array.from({ length: 10 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('')
    const entities = `<!DOCTYPE svg [<!ENTITY l0 "lol">${lol}]>${svgOf('<text>&l10;</text>')}`
    const deep = svgOf('<g>'.repeat(50_000) + '</g>'.repeat(50_000))
    const external = `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svgOf('<text>&x;</text>')}`
    for (const [name, content] of Object.entries({ deep, external }))
      expect([name, outcome(await upload(member, { 'a.svg': content }))]).toEqual([name, refused])
    // Entities are not those of their own values.
    const { url } = fileOf(await upload(member, { 'a.svg': entities }))
    expect((await fileAt(forum, url)).text.length).toBeLessThan(500)
    expect((await upload(member, { 'a.svg': svgOf('<circle r="1"/>') })).status).toBe(200)
  })

  test('names never leave their folder, and never confuse', async () => {
    const { member } = await openForum()
    const names = {
      '../../../../etc/passwd.png': 'passwd.png',
      '..\\..\\a.png': 'a.png',
      'a"b\'c.png': 'abc.png',
      '\u202egnp.exe.png': 'gnpexe.png',
      '<img src=x onerror=alert(1)>.png': 'img-srcx-onerroralert1.png',
      'a%2f..%2fb.png': 'a2f2fb.png',
      'x.php.png': 'xphp.png',
    }
    const found: Record<string, unknown> = {}
    for (const name of Object.keys(names)) {
      const { body } = await upload(member, { [name]: png })
      found[name] = fileOf({ body }).baseName
    }
    expect(found).toEqual(names)
    for (const name of [`${'😀'.repeat(255)}.png`, '.png', 'Ωπ\u0000.png', '猫.png']) {
      const { status, body } = await upload(member, { [name]: png })
      expect([name, status, body.data]).toMatchObject([name, 200, [{ attributes: { tag: 'image-preview' } }]])
    }
    const long = await upload(member, { [`${'a'.repeat(5000)}.png`]: png })
    expect(long.body.data).toMatchObject([{ attributes: { baseName: `${'a'.repeat(100)}.png` } }])
  })

  test('names in messages have no characters that turn the text around', async () => {
    const { member } = await openForum()
    const { body } = await upload(member, { [`\u202e${'x'.repeat(300)}.png`]: 'text' })
    expect(body.errors?.[0]?.detail).toBe(
      `This file is damaged, or isn’t what its name says: ${'x'.repeat(59)}…`,
    )
  })

  test('a pattern of the settings that takes for ever matches nothing', async () => {
    const { member, admin, adapter } = await openForum()
    await allowTypes(admin, adapter, '^(([a-z/])+)+!$')
    expect(outcome(await upload(member, { 'a.png': png }))).toEqual(refused)
    for (const value of [
      '{',
      '[]',
      '{"(":{"adapter":"local","template":"file"}}',
      '{"a":{"adapter":"local","template":"x"}}',
    ]) {
      const { status } = await admin.post('/api/settings', { 'fof-upload.mimeTypes': value })
      expect([value, status]).toEqual([value, 422])
    }
  })

  test('files keep the extensions of the settings, but none that browsers run', async () => {
    const { member, admin, adapter } = await openForum()
    await allowTypes(admin, adapter, 'text')
    await setUp(admin, { 'fof-upload.whitelistedClientExtensions': 'md, .CSV,js,html,css,svg' })
    const found = []
    for (const name of ['a.md', 'a.CSV', 'a.js', 'a.html', 'a.css', 'a.log'])
      found.push(fileOf(await upload(member, { [name]: 'alert(1)' })).baseName)
    expect(found).toEqual(['a.md', 'a.csv', 'a.txt', 'a.txt', 'a.txt', 'a.txt'])
    const { status } = await admin.post('/api/settings', {
      'fof-upload.whitelistedClientExtensions': 'a/b',
    })
    expect(status).toBe(422)
  })

  test('a rule with a place that the forum does not have refuses', async () => {
    const { member, admin, adapter } = await openForum()
    const none = adapter === 'local' ? 'aws-s3' : 'imgur'
    await setUp(admin, {
      'fof-upload.mimeTypes': JSON.stringify({ image: { adapter: none, template: 'image' } }),
    })
    expect(outcome(await upload(member, { 'a.png': png }))).toEqual(refused)
    await setUp(admin, { 'fof-upload.mimeTypes': JSON.stringify({ image: adapter }) })
    const { body } = await upload(member, { 'a.png': png })
    expect(body.data).toMatchObject([{ attributes: { tag: 'file' } }])
  })
})
