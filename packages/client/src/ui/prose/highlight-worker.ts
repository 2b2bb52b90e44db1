import { highlight, learn } from './grammars.ts'

/** Code that wants colours. One at a time. */
export interface HighlightRequest {
  text: string
  language: string
}

/** `started` when the language is there, then the HTML; undefined where it cannot be loaded. */
export type HighlightReply = 'started' | { html: string | undefined }

const reply = (message: HighlightReply) => postMessage(message)

addEventListener('message', async ({ data }: MessageEvent<HighlightRequest>) => {
  try {
    await learn(data.language)
  } catch (error) {
    console.warn(`Code in ${data.language} stays without colours:`, error)
    reply({ html: undefined })
    return
  }
  reply('started')
  reply({ html: highlight(data.text, data.language) })
})
