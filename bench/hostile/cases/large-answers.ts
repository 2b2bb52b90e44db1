import { type Attack, administratorHeaders, ask, atOnce, type HostileCase } from '../attack.ts'
import { open } from '../sockets.ts'

const page = ({ plan }: Attack) => `/api/posts?filter%5Bdiscussion%5D=${plan.quotes.id}&page%5Blimit%5D=50`

/** Twenty guests at a time ask for fifty posts that consist of characters which are escaped. */
export const largeAnswers: HostileCase = {
  name: 'large answers',
  run: (attack) =>
    atOnce(attack, 20, (number) => {
      if (number % 4 === 0) return ask(attack, 'page of quotes', `/d/${attack.plan.quotes.slug}`)
      if (number % 4 === 1) {
        const path = `/api/discussions/${attack.plan.quotes.id}?page%5Blimit%5D=50`
        return ask(attack, 'discussion of quotes', path, { headers: administratorHeaders(attack.plan) })
      }
      return ask(attack, 'posts of quotes', page(attack))
    }),
}

/** Twenty clients ask for large answers and do not read them. */
export const unreadAnswers: HostileCase = {
  name: 'answers that are not read',
  async run(attack) {
    const sockets = await Promise.all(Array.from({ length: 20 }, () => open(attack.plan.url)))
    for (const socket of sockets) {
      socket.pause()
      socket.write(`GET ${page(attack)} HTTP/1.1\r\nHost: forum\r\n\r\n`)
    }
    // Other visitors get their answers meanwhile.
    await atOnce(attack, 1, () => ask(attack, 'index beside answers that are not read', '/'))
    for (const socket of sockets) socket.destroy()
  },
}
