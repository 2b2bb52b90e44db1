/** A square part of a picture, in the picture's own pixels. */
export interface Crop {
  readonly width: number
  readonly height: number
  /** 1 takes the largest square; 4 a square with a quarter of that side. */
  readonly zoom: number
  /** Centre of the square. */
  readonly x: number
  readonly y: number
}

export const maximumZoom = 4

/** Returns the largest square at the centre. */
export function startCrop(width: number, height: number): Crop {
  return { width, height, zoom: 1, x: width / 2, y: height / 2 }
}

/** Returns the length of the square's sides. */
export function sideOf({ width, height, zoom }: Crop): number {
  return Math.min(width, height) / zoom
}

/** Returns the crop with changed values, kept inside the picture. */
export function changeCrop(crop: Crop, changes: Partial<Pick<Crop, 'zoom' | 'x' | 'y'>>): Crop {
  const changed = { ...crop, ...changes }
  const zoom = Math.min(maximumZoom, Math.max(1, changed.zoom))
  const half = sideOf({ ...changed, zoom }) / 2
  return {
    ...changed,
    zoom,
    x: Math.min(crop.width - half, Math.max(half, changed.x)),
    y: Math.min(crop.height - half, Math.max(half, changed.y)),
  }
}

/** Moves the picture below the square, by fractions of the square's side. */
export function moveCrop(crop: Crop, right: number, down: number): Crop {
  const side = sideOf(crop)
  return changeCrop(crop, { x: crop.x - right * side, y: crop.y - down * side })
}
