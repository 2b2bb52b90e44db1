import { setTimeout as sleep } from 'node:timers/promises'
import { type Attack, type HostileCase, sendRequest } from '../attack.ts'
import { open, openMany, trickle } from '../sockets.ts'

const idleCount = 5000
const slowCount = 50

/** Five thousand idle connections, and fifty that send headers and bodies byte by byte. */
export const slowClients: HostileCase = {
  name: 'slow clients',
  async run(attack) {
    const { plan, milliseconds } = attack
    const sockets = await openMany(plan.url, idleCount)
    const head = 'GET / HTTP/1.1\r\nHost: forum\r\nX-Slow: '
    const body =
      'POST /login HTTP/1.1\r\nHost: forum\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n'
    for (let number = 0; number < slowCount; number++) {
      const socket = await open(plan.url).catch(() => undefined)
      if (!socket) continue
      sockets.push(socket)
      socket.resume()
      void trickle(socket, (number % 2 === 0 ? head : body) + 'x'.repeat(1000), 100)
    }
    await probeIndex(attack)
    await sleep(Math.min(1000, milliseconds))
    for (const socket of sockets) socket.destroy()
  },
}

async function probeIndex(attack: Attack): Promise<void> {
  const end = performance.now() + attack.milliseconds
  while (performance.now() < end) {
    const status = await sendRequest(attack, 'index beside slow clients', '/')
    if (status !== 200) attack.faults.add(`The index beside slow clients was answered with ${status}`)
    await sleep(200)
  }
}
