import { DatabaseUnavailable } from '../infrastructure/db/open.ts'
import { ExtensionError, ForumError } from '../infrastructure/errors.ts'
import { KeyFault } from '../points/context/secrets.ts'
import { UsageError } from './command.ts'
import { EnvironmentError } from './environment/env.ts'
import { fileFault } from './environment/file-faults.ts'

/** Errors whose messages are written for operators. */
const operatorErrors = [EnvironmentError, ExtensionError, KeyFault, UsageError]

/** Explains an error to operators; undefined for errors that only developers can explain. */
export function explain(error: unknown): string | undefined {
  if (operatorErrors.some((errorClass) => error instanceof errorClass)) return (error as Error).message
  if (error instanceof DatabaseUnavailable) {
    return explain(error.cause) ?? `The database cannot be opened (${error.message}). Check DATABASE_URL.`
  }
  if (error instanceof ForumError) {
    return error.problems.map(({ detail }) => detail).join('\n') || error.message
  }
  if (!(error instanceof Error) || !('code' in error)) return undefined
  const code = String(error.code)
  if (code.startsWith('ERR_PARSE_ARGS')) return error.message.split('. To specify')[0]
  return explainCode(code, error)
}

function explainCode(code: string, error: Error & { path?: unknown; port?: unknown }): string | undefined {
  if (code === 'EACCES' && 'port' in error) {
    return `Port ${error.port} requires more privileges. Choose one from 1024 on with PORT.`
  }
  const reason = fileFault(error)
  if (reason !== undefined && typeof error.path === 'string') {
    return `${error.path} cannot be used: ${reason}. Check who owns it, or choose another DATA_DIR.`
  }
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${error.port} is taken. Stop the program that uses it, or choose another one with PORT.`
    case 'EADDRNOTAVAIL':
      return 'HOST is not an address of this machine.'
    case 'ENOSPC':
      return 'The disk is full.'
    case 'ECONNREFUSED':
    case 'ECONNRESET':
    case 'EAI_AGAIN':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'ENOTFOUND':
    case 'ETIMEDOUT':
      return `The database cannot be reached (${error.message || code}). Check DATABASE_URL and that it runs.`
    case '28P01':
    case '28000':
      return 'The database refuses the user or password of DATABASE_URL.'
    case '3D000':
      return `${capital(error.message)}. Create it, or correct DATABASE_URL.`
    case 'ERR_SQLITE_ERROR':
      return `SQLite: ${error.message}. Check the database file in DATA_DIR.`
    default:
      return undefined
  }
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
