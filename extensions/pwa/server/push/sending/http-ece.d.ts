/** The part of http_ece that pushes use. */
declare module 'http_ece' {
  import type { ECDH } from 'node:crypto'

  interface EncryptionParameters {
    version: 'aes128gcm'
    /** The public key of the browser, in URL-safe base64 like the secret. */
    dh: string
    authSecret: string
    /** A key pair for this message only. */
    privateKey: ECDH
  }

  /** Encrypts a message, without padding (https://www.rfc-editor.org/rfc/rfc8188). */
  export function encrypt(message: Buffer, parameters: EncryptionParameters): Buffer
}
