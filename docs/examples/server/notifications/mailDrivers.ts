import { defineExtension, storedText } from '@parley/server'

declare module '@parley/server' {
  interface SettingTypes {
    relay_address: string
  }
}

/** Sends mail by posting it to a program of the operator. */
export default defineExtension({
  settings: { relay_address: { schema: storedText({ max: 200 }), default: '' } },
  mailDrivers: {
    relay: {
      delivers: true,
      fields: { relay_address: { schema: storedText({ max: 200 }) } },
      async send({ raw }, { values, signal }) {
        const answer = await fetch(values.relay_address ?? '', {
          method: 'POST',
          body: new Uint8Array(raw),
          signal,
        })
        if (!answer.ok) throw new Error(`The relay answered ${answer.status}`)
      },
    },
  },
})
