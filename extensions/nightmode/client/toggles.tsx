import { Button, MenuItem, useApp } from '@parley/client'
import { type ReactNode, useEffect, useState } from 'react'

/** Loads the code that changes the theme: every page does after its first view. */
export const load = () => import('./theme.ts')

/** The app, and the theme of the page: `light`, `dark`, or nothing where the system decides. */
export function useNight() {
  const app = useApp()
  const [theme, setTheme] = useState(app.boot['nightmode.theme'])
  useEffect(() => {
    load()
      .then((code) => code.follow(app, setTheme))
      .catch(() => {})
  }, [app])
  const change = () =>
    void app.connection.load(load).then(
      (code) => code.changeTheme(app),
      (error) => app.alerts.showError(error),
    )
  return { ...app, theme, change }
}

/** A button that shows the theme and changes it. */
export function Toggle(): ReactNode {
  const { forum, t, theme, change } = useNight()
  const style = forum['fofNightMode.showThemeToggleInSolid'] ? '-solid' : ''
  return (
    <Button variant="quiet" isIconOnly icon={theme ? `${theme}-theme${style}` : 'adjust'} onClick={change}>
      {t('nightmode.forum.header.nightmode_button', { theme })}
    </Button>
  )
}

/** What it says is what it does. */
export function SessionToggle(): ReactNode {
  const { t, theme, change } = useNight()
  const isLight = theme === 'light'
  return (
    <MenuItem icon={isLight ? 'dark-theme-solid' : 'light-theme-solid'} onSelect={change}>
      {t(isLight ? 'nightmode.forum.night' : 'nightmode.forum.day')}
    </MenuItem>
  )
}
