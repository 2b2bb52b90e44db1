import { fold } from '@parley/server'

/** Letters of other scripts, and Latin ones with a stroke, after the Latin letter that they look like. */
const lookAlikes = [
  'aаαɑ',
  'bЬ',
  'cс',
  'dԁđ',
  'eеҽ',
  'gɡց',
  'hһħհ',
  'iіıι',
  'jјȷϳ',
  'kкκ',
  'lłӏǀ',
  'nոη',
  'oоοօø',
  'pрρ',
  'qԛգ',
  'rг',
  'sѕꜱ',
  'tŧ',
  'uսυ',
  'vνѵ',
  'wԝωѡ',
  'xхχ',
  'yуγүʏ',
  'zᴢ',
  'AАΑ',
  'BВΒ',
  'CС',
  'DÐĐ',
  'EЕΕ',
  'GԌ',
  'HНΗҺ',
  'IІΙӀ',
  'JЈͿ',
  'KКΚ',
  'LŁ',
  'MМΜϺ',
  'NΝ',
  'OОΟØՕ',
  'PРΡ',
  'SЅՏ',
  'TТΤ',
  'UՍ',
  'VѴ',
  'WԜ',
  'XХΧ',
  'YУΥҮ',
  'ZΖ',
  '-‐‑‒–—―−',
  "'’ʼ‘′",
]

const latinOf = new Map(
  lookAlikes.flatMap((letters) => {
    const [latin = '', ...others] = letters
    return others.map((letter) => [letter, latin] as const)
  }),
)

/**
 * Returns the same text for names that look alike: letters of Latin, Cyrillic and Greek that share a shape, other widths and
 * fonts of a character, accents, invisible characters, and kinds of white space. Letters and digits of ASCII stay
 * different from each other, so that the skeleton of a username is the username in lower case.
 */
export function skeletonOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    // Accents, but not the vowel signs of scripts that write vowels so.
    .replace(/(?=\p{M})\p{Script=Inherited}/gu, '')
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, '')
    .replace(/[\s\p{Cc}\u2800]+/gu, ' ')
  const latin = Array.from(plain, (letter) => latinOf.get(letter) ?? letter).join('')
  return fold(latin.trim())
}
