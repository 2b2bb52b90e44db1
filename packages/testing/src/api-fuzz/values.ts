import type { Random } from '@parley/seed/random'

const oddTexts: readonly string[] = [
  '',
  ' ',
  '0',
  'null',
  '-1',
  '1e3',
  'x'.repeat(81),
  'x'.repeat(1001),
  'x'.repeat(66_000),
  "' or 1=1 --",
  '%_%',
  '<script>alert(1)</script>',
  '"quoted words" -and +operators*',
  '\u0000',
  '\ud800',
  '\u202e\u0000\u200b',
  '👩‍👩‍👧‍👦'.repeat(20),
  'e\u0301é ﬁ ＡＢＣ ß İ ı',
  '我是一个土豆 สวัสดี こんにちは',
  '../../etc/passwd',
  'author:admin created:2024-01-01..2024-02-30 is:hidden -is:unread',
  'group:1,4 email:a@b.c',
  '2024-02-30',
  '2024-01-01T00:00:00+00:00',
  '@admin **bold** [b]x[/b] ```\ncode',
]

const oddNumbers: readonly number[] = [0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308]

/** A plausible text or an unusual one. */
export function anyText(random: Random): string {
  if (random.chance(0.4)) return `word${random.below(50)} and ${random.below(1000)}`
  return random.pick(oddTexts)
}

/** An id that probably exists (`newest` is the highest), or one that no row can have. */
export function anyId(random: Random, newest = 40): string {
  if (random.chance(0.85)) return String(random.between(Math.max(1, newest - 30), newest))
  return random.pick([
    '0',
    '-1',
    'abc',
    '1.5',
    '9'.repeat(30),
    '1 or 1=1',
    '%00',
    '__proto__',
    '1-slug',
    '%e4%bd',
  ])
}

/** A JSON value of any type. */
export function anyValue(random: Random, depth = 0): unknown {
  switch (random.below(depth < 3 ? 9 : 6)) {
    case 0:
      return null
    case 1:
      return random.chance(0.5)
    case 2:
      return random.chance(0.6) ? random.below(60) : random.pick(oddNumbers)
    case 3:
    case 4:
    case 5:
      return anyText(random)
    case 6:
      return Array.from({ length: random.below(4) }, () => anyValue(random, depth + 1))
    default:
      return anyObject(random, depth)
  }
}

function anyObject(random: Random, depth: number): object {
  const names = ['id', 'type', 'data', '__proto__', 'constructor', 'toString', 'attributes', 'x']
  const entries = Array.from({ length: random.below(4) }, () => [
    random.pick(names),
    anyValue(random, depth + 1),
  ])
  // `Object.fromEntries` makes `__proto__` an own member, as `JSON.parse` does.
  return Object.fromEntries(entries) as object
}
