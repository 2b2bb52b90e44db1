import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Opens a connection to the server of a URL. Failures of the connection are left to the caller's `closed`. */
export function open(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      socket.off('error', reject)
      socket.on('error', () => {})
      resolve(socket)
    })
    socket.on('error', reject)
  })
}

/** Opens so many connections, in groups, and resolves with those that were accepted. */
export async function openMany(url: string, count: number): Promise<Socket[]> {
  const sockets: Socket[] = []
  for (let group = 0; group < count; group += 250) {
    const opened = await Promise.allSettled(
      Array.from({ length: Math.min(250, count - group) }, () => open(url)),
    )
    for (const each of opened) if (each.status === 'fulfilled') sockets.push(each.value)
  }
  return sockets
}

/** Writes a text piece by piece, with a pause between the pieces, while the other side listens. */
export async function trickle(socket: Socket, text: string, pauseMs: number): Promise<void> {
  for (const character of text) {
    if (!socket.writable) return
    socket.write(character)
    await sleep(pauseMs)
  }
}

/** Sends a request as it stands and resolves with the whole answer, or with what came within the time. */
export async function exchange(url: string, request: string, milliseconds = 5000): Promise<string> {
  const socket = await open(url)
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  const ended = new Promise((resolve) => socket.once('close', resolve))
  socket.write(request)
  await Promise.race([ended, sleep(milliseconds)])
  socket.destroy()
  return Buffer.concat(chunks).toString('latin1')
}
