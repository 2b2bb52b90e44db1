import { highlight, loadLanguage } from './grammars.ts'

/** Code to highlight. The worker handles one request at a time. */
export interface HighlightRequest {
  text: string
  language: string
}

/** `started` once the language is loaded, then the HTML; undefined if the language cannot be loaded. */
export type HighlightReply = 'started' | { html: string | undefined }

const reply = (message: HighlightReply) => postMessage(message)

addEventListener('message', async ({ data }: MessageEvent<HighlightRequest>) => {
  try {
    await loadLanguage(data.language)
  } catch (error) {
    console.warn(`Code in ${data.language} cannot be highlighted:`, error)
    reply({ html: undefined })
    return
  }
  reply('started')
  reply({ html: highlight(data.text, data.language) })
})
