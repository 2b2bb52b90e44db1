/** The spellings of an extension's id `best-answer`. */
export interface ExtensionNames {
  /** Its folder, and the beginning of the keys of its texts: `best-answer`. */
  id: string
  /** In settings and columns: `best_answer`. */
  snake: string
  /** In attributes of the API: `bestAnswer`. */
  camel: string
  /** For people: `Best answer`. */
  title: string
}

const longest = 30

/** Namespaces of texts that belong to the core. */
const reserved = ['core', 'validation']

/** Returns what is wrong with an id; undefined for a valid one. */
export function idFault(id: string): string | undefined {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id))
    return `'${id}' is no id: small letters and digits, words separated by '-', such as best-answer.`
  if (id.length > longest) return `'${id}' is too long: an id has at most ${longest} characters.`
  return reserved.includes(id) ? `'${id}' is a name of the core.` : undefined
}

/** Returns the spellings of a valid id. */
export function namesOf(id: string): ExtensionNames {
  const words = id.split('-')
  const text = words.join(' ')
  return {
    id,
    snake: words.join('_'),
    camel: id.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()),
    title: `${text[0]?.toUpperCase()}${text.slice(1)}`,
  }
}
