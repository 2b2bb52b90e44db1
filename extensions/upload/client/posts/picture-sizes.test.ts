import type { Post } from '@parley/shared'
import { expect, test } from 'vitest'
import { sizePictures } from './picture-sizes.ts'

const image =
  '<img class="FoFUpload--Upl-Image-Preview" src="https://f.example/a.png" title="a" alt="" data-id="u" loading="lazy">'
const show = (html: string, uploadSizes: Post['uploadSizes']) =>
  sizePictures(html, { uploadSizes } as never, {} as never)

test('a picture gets its size, and smaller ones to load in its place', () => {
  expect(show(`<p>${image}</p>`, { u: [1200, 800, 480, 960] })).toBe(
    `<p><img data-large width="1200" height="800" style="width:min(1200px,48rem)" srcset="https://f.example/a.png.w480.webp 480w, https://f.example/a.png.w960.webp 960w, https://f.example/a.png 1200w" sizes="min(100vw,34.25rem,min(1200px,48rem))" ${image.slice(5)}</p>`,
  )
  expect(show(image, { u: [40, 30] })).toBe(
    `<img data-large width="40" height="30" style="width:min(40px,${(32 * 40) / 30}rem)" ${image.slice(5)}`,
  )
})

test('one of unknown size opens large; an address that a list of sources cannot have is left alone', () => {
  expect(show(image, undefined)).toBe(`<img data-large ${image.slice(5)}`)
  expect(show(image.replace('a.png', 'a,b.png'), { u: [1200, 800, 480] })).not.toContain('srcset')
  expect(show('<img src="x">', { u: [1, 1] })).toBe('<img src="x">')
})
