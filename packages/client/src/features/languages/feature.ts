import { defineClientExtension } from '../../base/points/extension.ts'
import { DrawerItems, HeaderItems } from '../frame/slots.ts'
import { DrawerLanguage, LanguageSelector } from './LanguageSelector.tsx'

/** In which language the forum speaks. */
export const languagesFeature = defineClientExtension({
  slots: [
    HeaderItems.add('language', LanguageSelector, 5),
    DrawerItems.add('language', DrawerLanguage, -200),
  ],
})
