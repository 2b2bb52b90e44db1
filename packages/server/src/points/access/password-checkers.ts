import { ExtensionError } from '../../infrastructure/errors.ts'
import type { Context } from '../context/context.ts'
import type { Declared } from '../declared.ts'
import { definePoint } from '../extension-point.ts'

/** An account that somebody gave a password for. */
export interface PasswordAccount {
  /** 0 for a name that no account has. */
  id: number
  username: string
  /** The stored hash; empty where no password can be right. */
  password: string
}

/**
 * Says whether a password is an account's: true, or false to refuse it whatever others say, or undefined for no opinion.
 * One has to say yes and none no. Asked about names that no account has too, though the answer does not count then, so
 * that nobody can tell by the time it takes which accounts exist.
 */
export type PasswordChecker = (
  password: string,
  account: PasswordAccount,
  context: Context,
) => boolean | undefined | Promise<boolean | undefined>

/** Checkers by name; null takes one out that was declared before. */
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
        if (!checkers.delete(name)) throw fault('takes out a checker that is not there')
      } else {
        if (typeof checker !== 'function') throw fault('is not a function')
        if (checkers.has(name)) throw fault('already declared')
        checkers.set(name, checker)
      }
    }
  }
  return [...checkers.values()]
}

const nobody: PasswordAccount = { id: 0, username: '', password: '' }

/** Whether a password is that of an account, as the checkers of the forum see it; false without an account. */
export async function isPasswordOf(
  account: PasswordAccount | undefined,
  password: string,
  context: Context,
): Promise<boolean> {
  const { passwordCheckers } = context.forum.points
  const answers = await Promise.all(
    passwordCheckers.map((check) => check(password, account ?? nobody, context)),
  )
  return account !== undefined && answers.includes(true) && !answers.includes(false)
}

declare module '../extension.ts' {
  interface Extension {
    /** Decides whether a password is right, by name. */
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
