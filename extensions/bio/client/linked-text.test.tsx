import { isValidElement } from 'react'
import { expect, test } from 'vitest'
import { linkedText } from './linked-text.tsx'

/** The parts of a text; links by their addresses in brackets. */
const parts = (text: string) =>
  linkedText(text)
    .filter((part) => part !== '')
    .map((part) => (isValidElement<{ href: string }>(part) ? [part.props.href] : part))

test('addresses of the web become links, without what ends the sentence', () => {
  expect(parts('See https://example.com/a.')).toEqual(['See ', ['https://example.com/a'], '.'])
  expect(parts('（http://example.com/b/）ok')).toEqual(['（', ['http://example.com/b/'], '）ok'])
  expect(parts('https://a.example https://b.example/')).toEqual([
    ['https://a.example'],
    ' ',
    ['https://b.example/'],
  ])
})

test('brackets that belong to an address stay, and an address that is none is text', () => {
  const wiki = 'https://en.wikipedia.org/wiki/Foo_(bar)'
  expect(parts(`(${wiki}),`)).toEqual(['(', [wiki], '),'])
  expect(parts('(https://a.example/), HTTPS://B.example/c/...')).toEqual([
    '(',
    ['https://a.example/'],
    '), ',
    ['HTTPS://B.example/c/'],
    '...',
  ])
  expect(parts('https://[::1]/')).toEqual([['https://[::1]/']])
  for (const text of ['begin with https://... please', 'https://)', 'https:///'])
    expect(parts(text)).toEqual([text])
})

test('everything else stays text', () => {
  const text = '<b>x</b> javascript:alert(1) ftp://a.example'
  expect(parts(text)).toEqual([text])
  expect(parts('https://a.example/"onclick="x')).toEqual([['https://a.example/'], '"onclick="x'])
})
