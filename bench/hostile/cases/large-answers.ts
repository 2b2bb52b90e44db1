import {
  type Attack,
  administratorHeaders,
  type HostileCase,
  runConcurrently,
  sendRequest,
} from '../attack.ts'
import { open } from '../sockets.ts'

const page = ({ plan }: Attack) => `/api/posts?filter%5Bdiscussion%5D=${plan.quotes.id}&page%5Blimit%5D=50`

/** Twenty concurrent guests request fifty posts of characters that need escaping. */
export const largeAnswers: HostileCase = {
  name: 'large answers',
  run: (attack) =>
    runConcurrently(attack, 20, (number) => {
      if (number % 4 === 0) return sendRequest(attack, 'page of quotes', `/d/${attack.plan.quotes.slug}`)
      if (number % 4 === 1) {
        const path = `/api/discussions/${attack.plan.quotes.id}?page%5Blimit%5D=50`
        return sendRequest(attack, 'discussion of quotes', path, {
          headers: administratorHeaders(attack.plan),
        })
      }
      return sendRequest(attack, 'posts of quotes', page(attack))
    }),
}

/** Twenty clients request large responses and do not read them. */
export const unreadAnswers: HostileCase = {
  name: 'answers that are not read',
  async run(attack) {
    const sockets = await Promise.all(Array.from({ length: 20 }, () => open(attack.plan.url)))
    for (const socket of sockets) {
      socket.pause()
      socket.write(`GET ${page(attack)} HTTP/1.1\r\nHost: forum\r\n\r\n`)
    }
    // Other visitors must get their responses meanwhile.
    await runConcurrently(attack, 1, () => sendRequest(attack, 'index beside answers that are not read', '/'))
    for (const socket of sockets) socket.destroy()
  },
}
