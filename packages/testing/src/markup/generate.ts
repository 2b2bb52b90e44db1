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

/** Generates random sources of up to 400 characters. The same seed gives the same sources. */
export class SourceGenerator {
  private state: number

  constructor(seed: number) {
    this.state = seed >>> 0 || 1
  }

  /** A random integer from 0 to below `limit` (xorshift). */
  private below(limit: number): number {
    this.state ^= this.state << 13
    this.state ^= this.state >>> 17
    this.state ^= this.state << 5
    this.state >>>= 0
    return this.state % limit
  }

  next(): string {
    const pieces: string[] = []
    const count = 1 + this.below(40)
    for (let index = 0; index < count; index++) pieces.push(this.piece())
    return pieces.join(this.below(4) === 0 ? ' ' : '').slice(0, 400)
  }

  /** A short piece to repeat, to find input that takes more than linear time. */
  nextPiece(): string {
    return Array.from({ length: 1 + this.below(4) }, () => this.piece())
      .join('')
      .slice(0, 24)
  }

  private piece(): string {
    const choice = this.below(10)
    if (choice < 5) return pick(words, this.below(words.length))
    if (choice < 9) return pick(hostilePieces, this.below(hostilePieces.length))
    const attack = pick(attacks, this.below(attacks.length))
    const start = this.below(attack.length)
    return attack.slice(start, start + 1 + this.below(40))
  }
}

function pick(list: readonly string[], index: number): string {
  return list[index] ?? ''
}
