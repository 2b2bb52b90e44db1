import type { Socket } from 'node:net'

export interface SocketLimits {
  /** Maximum number of connections. */
  total: number
  /** Maximum number of connections of one address; undefined behind a proxy. */
  perAddress: number | undefined
}

interface AddressConnections {
  count: number
  /** Connections without a request in flight, the longest idle one first. */
  idle: Set<Socket>
}

/** The connections of a server. At the maximum, new connections replace idle ones. */
export class Sockets {
  readonly #limits: SocketLimits
  readonly #addresses = new Map<string, AddressConnections>()
  readonly #requests = new Map<Socket, number>()
  readonly #removers = new Map<Socket, () => void>()
  #count = 0

  constructor(limits: SocketLimits) {
    this.#limits = limits
  }

  get count(): number {
    return this.#count
  }

  /** Adds a new connection, or closes it at once if there is no idle one to replace. */
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
    const remove = () => {
      if (!this.#removers.delete(socket)) return
      entry.idle.delete(socket)
      this.#requests.delete(socket)
      entry.count -= 1
      if (entry.count === 0) this.#addresses.delete(address)
      this.#count -= 1
    }
    this.#removers.set(socket, remove)
    socket.once('close', remove)
  }

  /** Counts a connection no more: something else has taken it over, with limits of its own. */
  release(socket: Socket): void {
    this.#removers.get(socket)?.()
  }

  /** Marks a connection as busy with a request; returns a function to call when the request is answered. */
  beginRequest(socket: Socket): () => void {
    const idle = this.#addresses.get(socket.remoteAddress ?? '')?.idle
    idle?.delete(socket)
    this.#requests.set(socket, (this.#requests.get(socket) ?? 0) + 1)
    return () => {
      const left = (this.#requests.get(socket) ?? 1) - 1
      if (left > 0) return void this.#requests.set(socket, left)
      this.#requests.delete(socket)
      if (!socket.destroyed) idle?.add(socket)
    }
  }

  /** The address with the most idle connections, so that one address cannot displace the others. */
  #mostIdle(): AddressConnections | undefined {
    let most: AddressConnections | undefined
    for (const entry of this.#addresses.values()) if (entry.idle.size > (most?.idle.size ?? 0)) most = entry
    return most
  }
}

/** Closes the longest idle connection; false if there is none. */
function closeIdle(entry: AddressConnections | undefined): boolean {
  const [oldest] = entry?.idle ?? []
  oldest?.destroy()
  return oldest !== undefined
}
