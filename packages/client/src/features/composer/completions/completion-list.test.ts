import { expect, test, vi } from 'vitest'
import type { App } from '../../../points/app.ts'
import type { Completion } from '../../../points/composer/composer-extension.ts'
import { ApiError } from '../../../store/api-error.ts'
import { CompletionList } from './completion-list.ts'

const people = ['Ada', 'Adam', 'Adele', 'Adrian', 'Agnes', 'Aïda', 'Zoë']

const names: Completion = {
  trigger: '@',
  source: (query) => people.filter((name) => name.toLowerCase().startsWith(query.toLowerCase())),
  keyOf: String,
  Row: () => null,
  insert: (item) => `@${item} `,
}

function open(...completions: Completion[]) {
  const failures: string[] = []
  const app = { reportFailure: (extension: string) => failures.push(extension) } as unknown as App
  const named = completions.map((part, index) => ({ name: `c${index}`, extension: `e${index}`, part }))
  const list = new CompletionList(app, { kind: 'discussion' }, named)
  const shown = () => list.state.suggestions.map(({ item }) => item)
  /** Types a text whose caret is at its end. */
  const type = async (text: string) => {
    list.findSuggestions(text, text.length)
    await vi.waitFor(async () => {})
  }
  return { list, failures, shown, type }
}

test('there are no suggestions without completions', async () => {
  const { shown, type } = open()
  await type('@a')
  expect(shown()).toEqual([])
})

test.each([
  ['@ad', ['Ada', 'Adam', 'Adele', 'Adrian']],
  ['Hello (@ze', []],
  ['Hello (@zo', ['Zoë']],
  ['مرحبا @zo', ['Zoë']],
  ['a@zo', []],
  ['@zo ', []],
  [`@${'z'.repeat(31)}`, []],
])('%j suggests %j', async (text, expected) => {
  const { shown, type } = open(names)
  await type(text)
  expect(shown()).toEqual(expected)
})

test('at most five of each source, in the order of the sources', async () => {
  const { shown, type } = open({ ...names, limit: 1 }, names, { ...names, trigger: ':' })
  await type('@a')
  expect(shown()).toEqual(['Ada', 'Ada', 'Adam', 'Adele', 'Adrian', 'Agnes'])
})

test('arrows go round, and the selection stays with its suggestion', async () => {
  const { list, type } = open(names)
  await type('@ad')
  list.move(-1)
  expect(list.state.active).toBe(3)
  await type('@adr')
  expect(list.state).toMatchObject({ active: 0, suggestions: [{ item: 'Adrian', start: 0 }] })
  list.move(1)
  expect(list.state.active).toBe(0)
  list.close()
  list.move(1)
  expect(list.state).toEqual({ suggestions: [], active: 0 })
})

test('a search that typing has overtaken is aborted, and its answer comes to nothing', async () => {
  const answers = new Map<string, (items: string[]) => void>()
  const aborted: string[] = []
  const { shown, type } = open({
    ...names,
    source: (query, { signal }) => {
      signal.addEventListener('abort', () => aborted.push(query))
      return new Promise<string[]>((resolve) => answers.set(query, resolve))
    },
  })
  await type('@a')
  await type('@ad')
  expect(aborted).toEqual(['a'])
  answers.get('a')?.(['late'])
  answers.get('ad')?.(['Ada'])
  await vi.waitFor(() => expect(shown()).toEqual(['Ada']))
  await type('done')
  expect(shown()).toEqual([])
})

test('the same query is not searched twice', async () => {
  const source = vi.fn(() => ['Ada'])
  const { list, type } = open({ ...names, source })
  await type('@ad')
  list.findSuggestions('@ad', 3)
  expect(source).toHaveBeenCalledOnce()
})

test('a source that fails is reported, one without an answer is not; the others go on', async () => {
  const throwing = (error: unknown): Completion => ({
    ...names,
    source: () => {
      throw error
    },
  })
  const { failures, shown, type } = open(
    throwing(new Error('broken')),
    throwing(new ApiError({ status: 0, url: '' })),
    names,
  )
  await type('@zo')
  expect(failures).toEqual(['e0'])
  expect(shown()).toEqual(['Zoë'])
})

test('what is known is shown at once, until the source has answered, and stays without an answer', async () => {
  let answer: (items: string[]) => void = () => {}
  const { shown, type } = open({
    ...names,
    known: (query) => ['Agnes'].filter((name) => name.startsWith(query)),
    source: (query) => {
      if (query === 'Ag') throw new ApiError({ status: 0, url: '' })
      return new Promise<string[]>((resolve) => {
        answer = resolve
      })
    },
  })
  void type('@A')
  expect(shown()).toEqual(['Agnes'])
  answer(['Ada'])
  await vi.waitFor(() => expect(shown()).toEqual(['Ada']))
  await type('@Ag')
  expect(shown()).toEqual(['Agnes'])
})

test('a failure in what is known is reported, and the source is asked', async () => {
  const known = () => {
    throw new Error('broken')
  }
  const { failures, shown, type } = open({ ...names, known })
  await type('@zo')
  expect(failures).toEqual(['e0'])
  expect(shown()).toEqual(['Zoë'])
})

test('a text that cannot be made inserts nothing', async () => {
  const insert = () => {
    throw new Error('broken')
  }
  const { list, failures, type } = open({ ...names, insert })
  await type('@zo')
  const [suggestion] = list.state.suggestions
  expect(suggestion && list.textOf(suggestion)).toBeUndefined()
  expect(failures).toEqual(['e0'])
})
