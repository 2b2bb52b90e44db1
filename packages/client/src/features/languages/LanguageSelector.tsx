import type { ReactNode } from 'react'
import { useForum } from '../../base/records/use-forum.ts'
import { useApp } from '../../points/app-context.ts'
import { Dropdown } from '../../ui/menus/Dropdown.tsx'
import { MenuItem } from '../../ui/menus/Menu.tsx'
import { chooseLanguage } from './choose-language.ts'
import { LanguageSelect } from './LanguageSelect.tsx'

/** The language menu in the header, if the forum shows it and has several languages. */
export function LanguageSelector(): ReactNode {
  const app = useApp()
  const { boot, t } = app
  if (!useIsShown()) return null
  return (
    <Dropdown
      align="end"
      variant="quiet"
      icon="globe"
      isIconOnly
      label={t('core.forum.header.locale_dropdown_accessible_label')}
    >
      {Object.entries(boot.locales).map(([code, name]) => (
        <MenuItem
          key={code}
          isChecked={code === boot.locale}
          onSelect={() => code !== boot.locale && void chooseLanguage(app, code)}
        >
          <span lang={code}>{name}</span>
        </MenuItem>
      ))}
    </Dropdown>
  )
}

/** The language field in the drawer. */
export function DrawerLanguage(): ReactNode {
  return useIsShown() ? <LanguageSelect /> : null
}

function useIsShown(): boolean {
  const { boot } = useApp()
  const { showLanguageSelector } = useForum()
  return showLanguageSelector && Object.keys(boot.locales).length > 1
}
