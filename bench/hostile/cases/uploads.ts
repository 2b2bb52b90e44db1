import { setTimeout as sleep } from 'node:timers/promises'
import { deepPng } from '@parley/testing/png'
import { type Attack, administratorHeaders, type HostileCase, sendRequest } from '../attack.ts'
import { openMany } from '../sockets.ts'

const boundary = 'parley-hostile'
const connectionCount = 100
const bodyBytes = 4 * 1024 * 1024

/** A hundred guests start forbidden uploads of four megabytes each and never finish the bodies. */
export const guestsUploads: HostileCase = {
  name: 'uploads of guests',
  async run({ plan, milliseconds }) {
    const head = [
      'POST /api/users/1/avatar HTTP/1.1',
      'Host: forum',
      `Content-Type: multipart/form-data; boundary=${boundary}`,
      `Content-Length: ${bodyBytes}`,
      '',
      `--${boundary}`,
      'Content-Disposition: form-data; name="avatar"; filename="a.png"',
      'Content-Type: image/png',
      '',
      '',
    ].join('\r\n')
    const sockets = await openMany(plan.url, connectionCount)
    const piece = Buffer.alloc(bodyBytes - 1024)
    for (const socket of sockets) {
      socket.resume()
      socket.write(head)
      socket.write(piece)
    }
    await sleep(milliseconds)
    for (const socket of sockets) socket.destroy()
  },
}

/** Side in pixels: 49 megapixels, 294 MB when decoded. */
const side = 7000
let image: Buffer<ArrayBuffer> | undefined

/** Four concurrent uploads of small files that decode to large images. */
export const largeImages: HostileCase = {
  name: 'large images',
  async run(attack) {
    image ??= Buffer.from(deepPng(side))
    await Promise.all(Array.from({ length: 4 }, () => upload(attack, image as Buffer<ArrayBuffer>)))
  },
}

async function upload(attack: Attack, file: Buffer<ArrayBuffer>): Promise<void> {
  const body = new FormData()
  body.set('avatar', new Blob([file], { type: 'image/png' }), 'large.png')
  const headers = administratorHeaders(attack.plan)
  const status = await sendRequest(attack, 'large image', '/api/users/1/avatar', {
    method: 'POST',
    headers,
    body,
  })
  if (status !== undefined && status < 400) attack.faults.add(`A large image was answered with ${status}`)
}
