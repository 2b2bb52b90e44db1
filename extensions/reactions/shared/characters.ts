import codes from './codes.json' with { type: 'json' }

const characters = new Map(
  codes.split('\n').map((line): [string, string] => {
    const [code = '', character = ''] = line.split(' ')
    return [code, character]
  }),
)

/** Whether a text is drawn as an emoji. */
const emoji = /\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F|\p{RI}\p{RI}|[#*\d]\uFE0F?\u20E3/u

/**
 * The emoji that an identifier stands for: the identifier itself, or what chats write as `:identifier:`. Undefined if it names
 * none.
 */
export function characterOf(identifier: string): string | undefined {
  const code = identifier.replace(/^:(.+):$/, '$1')
  if (emoji.test(code)) return code
  return characters.get(code.toLowerCase())
}
