import type { Translator } from '@parley/shared/i18n'
import { createContext, useContext } from 'react'
import type { App } from './app.ts'

export const AppContext = createContext<App | null>(null)

export function useApp(): App {
  const app = useContext(AppContext)
  if (app === null) throw new Error('useApp was called outside of the forum (no AppContext).')
  return app
}

/** The translation function: `t('core.forum.log_in.title')`. */
export function useT(): Translator['t'] {
  return useApp().t
}
