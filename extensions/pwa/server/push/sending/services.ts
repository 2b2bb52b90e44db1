import {
  type Context,
  type PublicAnswer,
  type PublicRequest,
  requestPublic,
  Unfetchable,
} from '@parley/server'

/** Limits of one request to a push service. */
const limits = { maximumBytes: 10_000, seconds: 10 }
/** Requests without an answer after which a service is not asked again. */
const mostFailures = 3

/** The push services, for one run of a job: one that does not answer must not use up the time of the others. */
export class PushServices {
  readonly #context: Context
  readonly #stop: AbortSignal
  /** Requests without an answer, by origin. */
  readonly #failures = new Map<string, number>()

  constructor(context: Context, stop: AbortSignal) {
    this.#context = context
    this.#stop = stop
  }

  /** Sends a request; undefined without an answer, and without asking once a service has failed several times. */
  async ask(address: string, request: PublicRequest): Promise<PublicAnswer | undefined> {
    const { log, network } = this.#context.forum
    const { origin } = new URL(address)
    if (this.#failuresOf(origin) >= mostFailures) return undefined
    const answer = await requestPublic(network, address, { ...request, stop: this.#stop, ...limits })
    if (!(answer instanceof Unfetchable)) return answer
    const failures = this.#failuresOf(origin) + 1
    this.#failures.set(origin, failures)
    if (failures === 1)
      log.warn({ origin, error: String(answer.cause ?? answer) }, 'A push service did not answer')
    return undefined
  }

  #failuresOf(origin: string): number {
    return this.#failures.get(origin) ?? 0
  }
}
