import fc from 'fast-check'
import { hostilePieces } from './hostile.ts'
import { attacks } from './xss.ts'

const words: readonly string[] = [
  ...'a b1 Word ü 漢字 👩‍👩‍👧‍👦 e\u0301 \u00a0 \u200b \u202e \ufeff \ud800 \udc00 \u0085 \u2028'.split(' '),
  ...' |\n|\n\n|\t|    |\r\n|\r|\\\n|  \n'.split('|'),
  ...'** __ ~~ || >! !< ~( ^( ) ]( ](/x) ](http://a.b "t") ]: [x]: /y ``` ~~~ --- === |a|b| |-|:-:| - [x]|1. |1) |+ '.split(
    ' ',
  ),
  ...'http://a.b/c_(d) https://x.y?z=1&amp; me@x.yz <http://a.b> <a@b.c> &lt; &#0; &#x10ffff; &ouml; www.a.b ftp://a.b'.split(
    ' ',
  ),
  ...'[b] [/b] [b:1] [/b:1] [size=9] [/size] [quote="A"] [/quote] [list] [*] [/list] [code] [/code] [center] [/center]'.split(
    ' ',
  ),
  ...'[img]http://a.b[/img] :) >:( @"Name"#1 @"'.split(' '),
]

const pieceOfAttack = fc
  .tuple(fc.constantFrom(...attacks), fc.nat(), fc.integer({ min: 1, max: 40 }))
  .map(([attack, from, length]) => attack.slice(from % attack.length).slice(0, length))

const piece = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...words) },
  { weight: 4, arbitrary: fc.constantFrom(...hostilePieces) },
  { weight: 1, arbitrary: pieceOfAttack },
)

/** Random sources of up to 400 characters. */
export const sources: fc.Arbitrary<string> = fc
  .tuple(fc.array(piece, { minLength: 1, maxLength: 40, size: 'max' }), fc.constantFrom('', '', '', ' '))
  .map(([pieces, separator]) => pieces.join(separator).slice(0, 400))

/** Short pieces to repeat, to find input that takes more than linear time. */
export const repeatedPieces: fc.Arbitrary<string> = fc
  .array(piece, { minLength: 1, maxLength: 4, size: 'max' })
  .map((pieces) => pieces.join('').slice(0, 24))
