import { ExtensionError } from '../../infrastructure/errors.ts'
import type { Context } from '../context/context.ts'
import type { Declared } from '../declared.ts'
import { definePoint } from '../extension-point.ts'

/** The account whose password is checked. */
export interface PasswordAccount {
  /** 0 for an unknown name. */
  id: number
  username: string
  /** The stored hash; empty if no password can be right. */
  password: string
}

/**
 * Checks the password of an account: returns true to accept it, false to refuse it, or undefined for no opinion. At least
 * one checker must accept it and none refuse it. Checkers are also called for unknown names, without effect, so that the
 * time of a request does not reveal which accounts exist.
 */
export type PasswordChecker = (
  password: string,
  account: PasswordAccount,
  context: Context,
) => boolean | undefined | Promise<boolean | undefined>

/** Checkers by name; null removes one that was declared before. */
export type PasswordCheckers = Readonly<Record<string, PasswordChecker | null>>

/** Checks and combines the password checkers of all extensions. */
export function combinePasswordCheckers(
  declared: readonly Declared<PasswordCheckers | undefined>[],
): PasswordChecker[] {
  const checkers = new Map<string, PasswordChecker>()
  for (const { owner, section } of declared) {
    for (const [name, checker] of Object.entries(section ?? {})) {
      const fault = (reason: string) => new ExtensionError(owner, `passwordCheckers › ${name}`, reason)
      if (checker === null) {
        if (!checkers.delete(name)) throw fault('removes a checker that does not exist')
      } else {
        if (typeof checker !== 'function') throw fault('is not a function')
        if (checkers.has(name)) throw fault('already declared')
        checkers.set(name, checker)
      }
    }
  }
  return [...checkers.values()]
}

const unknownAccount: PasswordAccount = { id: 0, username: '', password: '' }

/** Whether the forum's checkers accept a password; false without an account. */
export async function isPasswordOf(
  account: PasswordAccount | undefined,
  password: string,
  context: Context,
): Promise<boolean> {
  const { passwordCheckers } = context.forum.points
  const answers = await Promise.all(
    passwordCheckers.map((check) => check(password, account ?? unknownAccount, context)),
  )
  return account !== undefined && answers.includes(true) && !answers.includes(false)
}

declare module '../extension.ts' {
  interface Extension {
    /** Functions that accept or refuse the password of a log-in, by name. Null removes one of an earlier extension, or of the core. */
    passwordCheckers?: PasswordCheckers
  }
}

declare module '../extension-point.ts' {
  interface Points {
    passwordCheckers: readonly PasswordChecker[]
  }
}

/** Password checkers. */
export const passwordCheckersPoint = definePoint('passwordCheckers', {
  sections: ['passwordCheckers'],
  combine: ({ passwordCheckers }) => combinePasswordCheckers(passwordCheckers),
})
