import { defineClientExtension } from '../../points/extension.ts'
import { DrawerItems, HeaderItems } from '../frame/slots.ts'
import { DrawerLanguage, LanguageSelector } from './LanguageSelector.tsx'

/** The choice of the forum's language. */
export const languagesFeature = defineClientExtension({
  slots: [
    HeaderItems.add('language', LanguageSelector, { priority: 5 }),
    DrawerItems.add('language', DrawerLanguage, { priority: -200 }),
  ],
})
