/** The largest side of an icon, in pixels. */
const side = 512

/**
 * Puts a picture into the middle of a transparent square, as a PNG of 512 × 512 pixels.
 * @returns undefined for what the browser cannot read as a picture.
 */
export async function squareOf(file: Blob): Promise<Blob | undefined> {
  const picture = await createImageBitmap(file).catch(() => undefined)
  if (picture === undefined) return undefined
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('The browser draws nothing')
  const scale = side / Math.max(picture.width, picture.height)
  const [width, height] = [picture.width * scale, picture.height * scale]
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, (side - width) / 2, (side - height) / 2, width, height)
  picture.close()
  return await new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/png'))
}
