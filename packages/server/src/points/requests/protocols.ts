import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context } from '../context/context.ts'
import { type Declared, mergeRecords, type Owned } from '../declared.ts'
import { definePoint } from '../extension-point.ts'

/**
 * An address whose requests an extension answers by itself: for protocols of programs and libraries, such as uploads that go on
 * after a lost connection. The forum knows who asks, and has refused unsafe requests without the CSRF token; nothing has read the
 * body. What `handle` throws before it answers becomes an error document.
 */
export interface Protocol {
  /** Below `/api/`, with `:name` parameters. */
  path: string
  methods: readonly ('HEAD' | 'POST' | 'PATCH' | 'DELETE')[]
  /** Answers, as a handler of Node does. The response has the headers of every answer of the API already. */
  handle(request: IncomingMessage, response: ServerResponse, context: Context): Promise<void>
}

declare module '../extension.ts' {
  interface Extension {
    /** Addresses whose requests the extension answers by itself, by a name of their own. */
    protocols?: Readonly<Record<string, Protocol>>
  }
}

declare module '../extension-point.ts' {
  interface Points {
    protocols: ReadonlyMap<string, Owned<Protocol>>
  }
}

/** Checks and combines the protocols of all extensions. */
export function combineProtocols(
  declared: readonly Declared<Readonly<Record<string, Protocol>> | undefined>[],
): Map<string, Owned<Protocol>> {
  return mergeRecords('protocols', declared, ({ path, methods }) => {
    if (!path.startsWith('/api/')) return 'is not below /api/'
    return methods.length > 0 ? undefined : 'has no methods'
  })
}

/** Addresses that extensions answer by themselves. */
export const protocolsPoint = definePoint('protocols', {
  sections: ['protocols'],
  combine: ({ protocols }) => combineProtocols(protocols),
})
