import { expect, test } from 'vitest'
import type { App } from '../../../points/app.ts'
import type { EditorContext } from '../../../points/composer/composer-extension.ts'
import { runHandlers } from './run-handlers.ts'

function run(...handlers: ((calls: string[]) => boolean)[]) {
  const calls: string[] = []
  const app = { reportFailure: (extension: string) => calls.push(`${extension} failed`) } as unknown as App
  const named = handlers.map((handle, index) => ({
    name: `h${index}`,
    extension: `e${index}`,
    part: () => handle(calls),
  }))
  const isHandled = runHandlers(named, 'data', { app } as EditorContext)
  return { isHandled, calls }
}

const saying = (name: string, isHandled: boolean) => (calls: string[]) => {
  calls.push(name)
  return isHandled
}

test('nothing is handled without handlers', () => {
  expect(run()).toEqual({ isHandled: false, calls: [] })
})

test('the first that handles wins, in declared order', () => {
  const { isHandled, calls } = run(saying('one', false), saying('two', true), saying('three', true))
  expect(isHandled).toBe(true)
  expect(calls).toEqual(['one', 'two'])
})

test('one that fails is reported, and the next is asked', () => {
  const fail = () => {
    throw new Error('broken')
  }
  const { isHandled, calls } = run(fail, saying('two', true))
  expect(isHandled).toBe(true)
  expect(calls).toEqual(['e0 failed', 'two'])
})
