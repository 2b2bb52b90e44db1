import { expect, test } from 'vitest'
import { correctedText } from './spelling.ts'

const word = (term: string, ...similar: string[]) => ({ terms: [term], isPrefix: false, similar })

test('texts are read only until every misspelled word has its correction', () => {
  let read = 0
  function* texts() {
    for (const text of ['Nothing', 'The Gärden is blue', 'A garten', 'A bicycle', 'Another garden']) {
      read += 1
      yield text
    }
  }
  const words = [
    word('gardne', 'garden', 'garten'),
    word('bycicle', 'bicycle'),
    { terms: ['the'], isPrefix: true },
  ]
  expect(correctedText('Gardne, the bycicle', words, texts())).toBe('gärden, the bicycle')
  expect(read).toBe(4)
})
