import { ExtensionError } from '@parley/server/errors'
import { expect } from 'vitest'

/** Expects `declare` to throw an error with the extension, the section and the reason. */
export function expectFault(owner: string, section: string, reason: string, declare: () => unknown): void {
  let thrown: unknown
  try {
    declare()
  } catch (error) {
    thrown = error
  }
  expect(thrown).toBeInstanceOf(ExtensionError)
  expect(thrown).toMatchObject({ owner, section, message: `${owner} › ${section}: ${reason}` })
}
