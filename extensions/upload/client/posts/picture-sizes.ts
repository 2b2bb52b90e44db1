import type { ChangePostHtml } from '@parley/client'
import { smallerName } from '../../shared.ts'

/**
 * Gives uploaded pictures their size before they load, so that nothing moves, and smaller ones for small screens, and lets them open
 * large.
 */
export const sizePictures: ChangePostHtml = (html, post) =>
  html.replace(
    /<img(?= class="FoFUpload--Upl-Image-Preview")(?: class="[^"]*" src="([^"]*)"[^>]* data-id="([^"]*))?/g,
    (tag, src: string, uuid) => {
      const [width = 0, height = 0, ...smaller] = post?.uploadSizes?.[uuid] ?? []
      if (width * height === 0) return `<img data-large ${tag.slice(5)}`
      // No higher than other pictures in posts.
      const shown = `min(${width}px,${(32 * width) / height}rem)`
      const size = `width="${width}" height="${height}" style="width:${shown}"`
      return `<img data-large ${size} ${sources(src, width, smaller, shown)}${tag.slice(5)}`
    },
  )

function sources(src: string, width: number, smaller: readonly number[], shown: string): string {
  if (smaller.length === 0 || /[\s,]/.test(src)) return ''
  const all = [...smaller.map((one) => `${smallerName(src, one)} ${one}w`), `${src} ${width}w`]
  return `srcset="${all.join(', ')}" sizes="min(100vw,34.25rem,${shown})" `
}
