import type { ChangePostHtml } from '@parley/client'

/** Gives uploaded pictures their size before they load, so that nothing moves, and lets them open large. */
export const sizePictures: ChangePostHtml = (html, post) =>
  html.replace(/<img(?= class="FoFUpload--Upl-Image-Preview")([^>]* data-id="([^"]*))?/g, (tag, _, uuid) => {
    const [width = 0, height = 0] = post?.uploadSizes?.[uuid] ?? []
    // No higher than other pictures in posts.
    const size = `width="${width}" height="${height}" style="width:min(${width}px,${(32 * width) / height}rem)" `
    return `<img data-large ${width * height > 0 ? size : ''}${tag.slice(5)}`
  })
