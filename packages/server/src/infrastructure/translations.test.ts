import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadTranslations } from './translations.ts'

function folderOf(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-locale-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

test('an extension has texts in several languages, and falls back to English', async () => {
  const folder = folderOf({
    'en.yml': 'lock:\n  locked: "{name} locked it"\n  unlocked: "{name} unlocked it"\n',
    'de.yml': 'lock:\n  locked: "{name} hat sie gesperrt"\n  again: => lock.unlocked\n',
  })
  const { locales, translate } = await loadTranslations([folder])
  expect([...locales]).toEqual(expect.arrayContaining(['en', 'de', 'fr', 'ar', 'zh']))
  const params = { name: 'Mira' }
  expect(translate('lock.locked', params, 'de')).toBe('Mira hat sie gesperrt')
  expect(translate('lock.unlocked', params, 'de')).toBe('Mira unlocked it')
  expect(translate('lock.again', params, 'de')).toBe('Mira unlocked it')
  expect(translate('lock.locked', params, 'fr')).toBe('Mira locked it')
  expect(translate('lock.nowhere', params, 'de')).toBe('lock.nowhere')
})

test('errors name the unreadable file or the key of the invalid text', async () => {
  await expect(loadTranslations([folderOf({ 'de.yml': 'lock: "' })])).rejects.toThrow('de.yml')
  await expect(loadTranslations([folderOf({ 'de.yml': 'lock:\n  locked: "{name"\n' })])).rejects.toThrow(
    'lock.locked',
  )
})

test('only changed files are read again', async () => {
  const folder = folderOf({ 'en.yml': 'lock:\n  locked: shut\n' })
  const before = await loadTranslations([folder])
  expect(await loadTranslations([folder])).toBe(before)
  writeFileSync(join(folder, 'en.yml'), 'lock:\n  locked: closed\n')
  expect((await loadTranslations([folder])).translate('lock.locked', {}, 'en')).toBe('closed')
  expect((await loadTranslations([])).translate('lock.locked', {}, 'en')).toBe('lock.locked')
})
