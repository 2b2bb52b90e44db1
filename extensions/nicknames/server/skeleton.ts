import { fold } from '@parley/server'

/** Letters of other scripts, small capitals, and letters with a stroke, after the Latin letter that they look like. */
const lookAlikes = [
  'aаαɑᴀ',
  'bЬʙ',
  'cсᴄⲥ',
  'dԁđᴅ',
  'eеҽᴇ',
  'fꜰ',
  'gɡցɢ',
  'hһħհʜ',
  'iіıιɪⲓᎥ',
  'jјȷϳᴊ',
  'kкκᴋ',
  'lłӏǀʟ',
  'mᴍ',
  'nոηɴ',
  'oоοօøᴏⲟ',
  'pрρᴘⲣ',
  'qԛգ',
  'rгʀ',
  'sѕꜱ',
  'tŧᴛ',
  'uսυᴜ',
  'vνѵᴠ',
  'wԝωѡᴡ',
  'xхχ',
  'yуγүʏ',
  'zᴢ',
  'AАΑᎪꓮⲀ',
  'BВΒᏴꓐⲂ',
  'CСᏟꓚⲤ',
  'DÐĐᎠꓓ',
  'EЕΕᎬꓰⲈ',
  'FꓝϜ',
  'GԌᏀꓖ',
  'HНΗҺᎻꓧⲎ',
  'IІΙӀꓲⲒ',
  'JЈͿᎫꓙ',
  'KКΚᏦꓗⲔ',
  'LŁᏞꓡ',
  'MМΜϺᎷꓟⲘ',
  'NΝꓠⲚ',
  'OОΟØՕꓳⲞ',
  'PРΡᏢꓑⲢ',
  'RᎡᏒꓣ',
  'SЅՏᏚꓢ',
  'TТΤᎢꓔⲦ',
  'UՍꓴ',
  'VѴᏙꓦ',
  'WԜᎳꓪ',
  'XХΧꓫⲬ',
  'YУΥҮꓬⲨ',
  'ZΖᏃꓜ',
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
 * Returns the same text for names that look alike: letters of different scripts that share a shape, other widths and
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
