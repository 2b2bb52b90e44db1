import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const rule = readFileSync(join(import.meta.dirname, 'Avatar.css'), 'utf8')

/** Reads the light and the dark value of a property of `.Avatar`: lightness and chroma. */
function values(property: string): { l: number; c: number }[] {
  const pattern = new RegExp(
    `\\b${property}: light-dark\\(oklch\\(([\\d.]+) ([\\d.]+) var\\(--hue\\)\\), oklch\\(([\\d.]+) ([\\d.]+)`,
  )
  const [, ...numbers] = pattern.exec(rule)?.map(Number) ?? []
  const [lightL = 0, lightC = 0, darkL = 0, darkC = 0] = numbers
  return [
    { l: lightL, c: lightC },
    { l: darkL, c: darkC },
  ]
}

/** Relative luminance of an OKLCH colour in sRGB, https://bottosson.github.io/posts/oklab/. */
function luminance({ l, c }: { l: number; c: number }, hue: number): number {
  const angle = (hue * Math.PI) / 180
  const [a, b] = [c * Math.cos(angle), c * Math.sin(angle)]
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  const clip = (value: number) => Math.min(1, Math.max(0, value))
  const red = clip(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short)
  const green = clip(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short)
  const blue = clip(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

test.each([
  ['light', 0],
  ['dark', 1],
] as const)('initials have a contrast of 4.5 on every %s colour', (_, index) => {
  const [text, ground] = [values('color')[index], values('background')[index]]
  if (text === undefined || ground === undefined || text.l === ground.l) throw new Error('No colours found')
  const contrasts = Array.from({ length: 360 }, (_, hue) => {
    const [one, other] = [luminance(text, hue), luminance(ground, hue)]
    return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
  })
  expect(Math.min(...contrasts)).toBeGreaterThan(4.5)
})
