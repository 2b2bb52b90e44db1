export * from '../contract/shared.ts'

/** The pictures that have only dark colors. */
const dark = /^[🖤👣🐾🐜🕷🪾♠♣🕶📞🔙🔚🔛🔜🔝✖➕➖➗🟰〰💲✔➰✴©®™⚫⬛◼◾▪🏴]\uFE0F?$/u

/** The classes of a picture. Dark ones have an outline on a dark page. */
export function pictureClass(character: string): string {
  return dark.test(character) ? 'emoji is-dark' : 'emoji'
}
