import { smallerName } from '../../shared.ts'

/** The widths of smaller pictures, in pixels. */
const steps = [480, 960, 1600]

/** The widths that a picture of a width is made smaller to: none that is nearly its own. */
export function widthsBelow(width: number): number[] {
  return steps.filter((step) => step < width * 0.8)
}

/** The widths that a row has. */
export function widthsOf({ widths }: { widths: string | null }): number[] {
  return widths ? widths.split(',').map(Number) : []
}

/** Paths or addresses of the smaller pictures of a file. */
export function smallerOf(path: string, widths: readonly number[]): string[] {
  return widths.map((width) => smallerName(path, width))
}

/** The path of the picture that a path is of, and the width of a smaller one. */
export function originalOf(path: string): { original: string; width?: number } {
  const found = /^(.+)\.w(\d{1,5})\.webp$/.exec(path)
  return found ? { original: found[1] ?? '', width: Number(found[2]) } : { original: path }
}
