import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Opens a connection to the server of a URL. Ignores later errors of the connection. */
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

/** Opens `count` connections in batches. Resolves with the accepted ones. */
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

/** Writes a text character by character with pauses, until the connection closes. */
export async function trickle(socket: Socket, text: string, pauseMs: number): Promise<void> {
  for (const character of text) {
    if (!socket.writable) return
    socket.write(character)
    await sleep(pauseMs)
  }
}

/** Sends a raw request. Resolves with the whole response, or with its part that arrived before the timeout. */
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
