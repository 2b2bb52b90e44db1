import anyAscii from 'any-ascii'

/** Scripts whose letters are dropped from transliterated slugs (api-core 4.15). */
const dropped =
  /[\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Hebr}\p{scx=Telu}\p{scx=Taml}\p{scx=Knda}]/u
const han = /\p{scx=Hani}/u
const spelled = /[\p{L}\p{M}\p{N}\p{Pd}€]/u

/**
 * Transliterates a title to lower-case ASCII letters, digits and single dashes, at most 255 long; the
 * result may be '' (api-core 4.15). Chinese becomes pinyin if `locale`, the forum's default one,
 * is Chinese. For the server only, as the transliteration tables are large.
 */
export function slugify(title: string, locale = 'en'): string {
  const chinese = /^zh\b/i.test(locale)
  let ascii = ''
  for (const character of title.normalize('NFC')) {
    if (character === '@') ascii += '-at-'
    else if (character === '_' || /\s/.test(character)) ascii += '-'
    else if (han.test(character)) ascii += chinese ? `-${anyAscii(character)}-` : ''
    else if (spelled.test(character) && !dropped.test(character)) ascii += anyAscii(character)
  }
  return ascii
    .toLowerCase()
    .replace(/[^a-z0-9-]/g, '')
    .replace(/-+/g, '-')
    .slice(0, 255)
    .replace(/^-|-$/g, '')
}

/** The slug of the `utf8` driver, which keeps letters of every script: 'A & b' gives 'a--b' (api-core 4.15). */
export function utf8Slug(title: string): string {
  return title
    .replace(/[-\s]+/g, '-')
    .replace(/[^\p{L}\p{N}\p{M}_-]/gu, '')
    .toLowerCase()
}
