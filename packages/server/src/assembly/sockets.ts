import type { Socket } from 'node:net'

export interface SocketLimits {
  /** Connections at the same time. */
  total: number
  /** Connections of one address; undefined where all come from a proxy. */
  perAddress: number | undefined
}

interface OfAddress {
  count: number
  /** Those that bring no request at the moment, the one that has done so for longest first. */
  idle: Set<Socket>
}

/** The connections of a server. When there are too many, idle ones are closed for the sake of new ones. */
export class Sockets {
  readonly #limits: SocketLimits
  readonly #addresses = new Map<string, OfAddress>()
  readonly #underWay = new Map<Socket, number>()
  #count = 0

  constructor(limits: SocketLimits) {
    this.#limits = limits
  }

  get count(): number {
    return this.#count
  }

  /** Takes a new connection in, or closes it at once where no idle one can make room. */
  add(socket: Socket): void {
    const address = socket.remoteAddress ?? ''
    const { total, perAddress = Number.POSITIVE_INFINITY } = this.#limits
    const hasRoom =
      ((this.#addresses.get(address)?.count ?? 0) < perAddress || closeIdle(this.#addresses.get(address))) &&
      (this.#count < total || closeIdle(this.#mostIdle()))
    if (!hasRoom) return void socket.destroy()
    const entry = this.#addresses.get(address) ?? { count: 0, idle: new Set() }
    this.#addresses.set(address, entry)
    entry.count += 1
    entry.idle.add(socket)
    this.#count += 1
    socket.once('close', () => {
      entry.idle.delete(socket)
      this.#underWay.delete(socket)
      entry.count -= 1
      if (entry.count === 0) this.#addresses.delete(address)
      this.#count -= 1
    })
  }

  /** Notes that a request came in on a connection; call what is returned when it is answered. */
  begin(socket: Socket): () => void {
    const idle = this.#addresses.get(socket.remoteAddress ?? '')?.idle
    idle?.delete(socket)
    this.#underWay.set(socket, (this.#underWay.get(socket) ?? 0) + 1)
    return () => {
      const left = (this.#underWay.get(socket) ?? 1) - 1
      if (left > 0) return void this.#underWay.set(socket, left)
      this.#underWay.delete(socket)
      if (!socket.destroyed) idle?.add(socket)
    }
  }

  /** The address with the most idle connections: one that opens many cannot push out those of others. */
  #mostIdle(): OfAddress | undefined {
    let most: OfAddress | undefined
    for (const entry of this.#addresses.values()) if (entry.idle.size > (most?.idle.size ?? 0)) most = entry
    return most
  }
}

/** Closes the connection that has been idle for longest. */
function closeIdle(entry: OfAddress | undefined): boolean {
  const [oldest] = entry?.idle ?? []
  oldest?.destroy()
  return oldest !== undefined
}
