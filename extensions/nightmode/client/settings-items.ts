import { SettingsSections } from '@parley/client'
import { ThemeSection } from './ThemeSection.tsx'

export default [SettingsSections.add('nightMode', ThemeSection, { priority: 75 })]
