import { expect, test } from 'vitest'
import type { EditorHandle } from '../../points/composer/editor-handle.ts'
import { SourceComposer } from './source-composer.ts'

function open(content: string) {
  const typed: string[] = []
  const composer = new SourceComposer(content)
  composer.onChange = (text) => typed.push(text)
  return { composer, typed }
}

test('what is written is told once; nothing changes while the text is sent', () => {
  const { composer, typed } = open('Old')
  composer.change({ content: 'New' })
  composer.change({ content: 'New' })
  composer.change({ title: 'Other' })
  composer.setSending(true)
  composer.change({ content: 'Late' })
  expect(typed).toEqual(['New'])
  expect(composer.state.fields.content).toBe('New')
})

test('another text comes as an edit of the field, which can be undone, or without a field in place of the text', () => {
  const { composer, typed } = open('Old')
  const edits: unknown[][] = []
  composer.editor = { replace: (...edit: unknown[]) => edits.push(edit) > 0 } as unknown as EditorHandle
  composer.show('New')
  composer.show('Old')
  expect(edits).toEqual([[0, 3, 'New', { start: 0, end: 0 }]])
  composer.editor = undefined
  composer.show('New')
  expect(typed).toEqual(['New'])
})

test('uploads end with the text, and their placeholders are left out', () => {
  const { composer } = open('A [Uploading a.png]() b')
  composer.placeholders.add('[Uploading a.png]()')
  expect(composer.withoutPlaceholders(composer.state.fields.content)).toBe('A  b')
  const close = composer.open()
  expect(composer.state.target).toBeDefined()
  close()
  expect(composer.state.target).toBeUndefined()
})
