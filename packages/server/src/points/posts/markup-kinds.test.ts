import type { MarkupSyntax } from '@parley/shared/markup'
import { createTestForum } from '@parley/testing'
import { expectFault } from '@parley/testing/expect-fault'
import { expect, test } from 'vitest'
import { anonymousContext } from '../../engine/http/answers/failures.ts'
import type { Extension } from '../extension.ts'
import { combineMarkupKinds, type MarkupKind, renderText } from './markup-kinds.ts'

const smile: MarkupSyntax = { name: 'smile', version: 1, replacements: { ':)': '🙂' } }
const arrow: MarkupSyntax = { name: 'arrow', version: 1, replacements: { '->': '→' } }

const open = (declaration: Extension) =>
  createTestForum({ extensions: [{ id: 'gong', title: 'Gong', version: '1.0.0', declaration }] })

test('a kind has Markdown and the syntaxes for all texts, without what it leaves out', async () => {
  const forum = await open({
    markup: [{ syntax: smile }, { syntax: arrow, inAllTexts: true }],
    markupKinds: { notes: { leavesOut: ['img'], newTabs: true }, plain: {} },
  })
  const context = anonymousContext(forum.current)
  const source = `*a* -> :) ![b](/b.png) https://example.com [c](${forum.current.baseUrl}/c)`
  expect(renderText('notes', source, context).trim()).toBe(
    `<p><em>a</em> → :) ![b](/b.png) <a href="https://example.com" rel="ugc nofollow noopener" target="_blank">https://example.com</a> <a href="${forum.current.baseUrl}/c" rel="ugc nofollow noopener" target="_blank">c</a></p>`,
  )
  expect(renderText('plain', '![b](/b.png) <me@example.com>', context)).toContain('<img src="/b.png"')
  expect(() => renderText('gone', '', context)).toThrow('There is no kind of markup "gone".')
})

test('without declarations there are none', () => {
  expect(combineMarkupKinds([{ owner: 'gong', section: undefined }]).size).toBe(0)
})

test('faults are reported with the kind', () => {
  const combine = (...sections: Record<string, MarkupKind>[]) =>
    combineMarkupKinds(sections.map((section) => ({ owner: 'gong', section })))
  expectFault('gong', 'markupKinds › notes', 'is declared twice', () => combine({ notes: {} }, { notes: {} }))
  expectFault('gong', 'markupKinds › notes', 'leaves out what is no element: <img>', () =>
    combine({ notes: { leavesOut: ['<img>'] } }),
  )
})
