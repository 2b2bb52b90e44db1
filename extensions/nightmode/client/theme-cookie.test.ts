import { expect, test } from 'vitest'
import { readTheme } from './theme-cookie.ts'

const out = { fault: 'is out of bounds' }
const none = { fault: 'is not a valid integer' }

test.each([
  ['', undefined],
  ['other=1', undefined],
  ['my_flarum_nightmode=1', undefined],
  ['flarum_nightmode=', undefined],
  ['flarum_nightmode=0', { theme: 0 }],
  ['a=b; flarum_nightmode=1; x', { theme: 1 }],
  ['flarum_nightmode=2; flarum_nightmode=1', { theme: 2 }],
  ['flarum_nightmode=3', out],
  ['flarum_nightmode=-1', out],
  ['flarum_nightmode=00', out],
  ['flarum_nightmode=1.5', none],
  ['flarum_nightmode=dark', none],
  [`flarum_nightmode=${'x'.repeat(4000)}`, none],
])('the theme in the cookies %j', (cookies, kept) => {
  expect(readTheme(cookies)).toEqual(kept)
})
