import { expect, test, vi } from 'vitest'
import type { AttachmentHandler, DescribedSource } from '../../../points/composer/composer-extension.ts'
import { ApiError } from '../../../store/api-error.ts'
import { openApp } from '../open-app.ts'
import { accepts } from './accepts.ts'
import { uploadsOf } from './uploads.ts'
import { waitForUploads } from './wait-for-uploads.ts'

const target = { kind: 'reply', discussionId: '5' } as const
const picture = new File(['x'], 'map.png', { type: 'image/png' })
const placeholder = '[map.png]()'

/** An app whose extension accepts pictures; each call of `upload` waits for its answer. */
async function open(changes: Partial<AttachmentHandler> = {}) {
  const calls: { signal: AbortSignal; onProgress: (share: number) => void }[] = []
  const answers: PromiseWithResolvers<string | DescribedSource>[] = []
  const opened = await openApp({
    attachments: {
      pictures: {
        accept: ['image/*'],
        upload: (_, { signal, onProgress }) => {
          calls.push({ signal, onProgress })
          const answer = Promise.withResolvers<string | DescribedSource>()
          answers.push(answer)
          return answer.promise
        },
        ...changes,
      },
    },
  })
  const { app, composer } = opened
  await composer.open(target)
  const uploads = uploadsOf(app)
  const add = (...files: File[]) => uploads.add(files, uploads.handlersOf(target))
  const content = () => composer.state.fields.content
  return { ...opened, uploads, add, calls, answers, content }
}

test('the core accepts no files', async () => {
  const { app } = await openApp()
  expect(uploadsOf(app).handlersOf(target)).toEqual([])
})

test('a placeholder stands in the text until the file is stored; the draft has none', async () => {
  const { composer, uploads, add, calls, answers, content } = await open()
  composer.change({ content: 'See' })
  await add(picture)
  expect(content()).toBe(`See ${placeholder}`)
  expect(composer.placeholders).toContain(placeholder)
  calls[0]?.onProgress(0.5)
  expect(uploads.state).toMatchObject([{ name: 'map.png', progress: 0.5, error: undefined }])
  composer.change({ content: `${content()} here` })
  answers[0]?.resolve('![map](/map.png)')
  await vi.waitFor(() => expect(uploads.state).toEqual([]))
  expect(content()).toBe('See ![map](/map.png) here')
  expect(uploads.storedCount).toBe(1)
})

test('two files of one name have different placeholders', async () => {
  const { add, content } = await open()
  await add(picture, picture)
  expect(content()).toBe('[map.png]()\n[map.png 2]()')
})

test('what fails says why and is tried again; what is cancelled is aborted and leaves the text', async () => {
  const { uploads, add, calls, answers, content, failures } = await open()
  await add(picture)
  answers[0]?.reject(new ApiError({ status: 0, url: '' }))
  await vi.waitFor(() => expect(uploads.state[0]?.error).toBe('generic_cross_origin_message'))
  expect(failures).toEqual([])
  expect(content()).toBe(placeholder)
  uploads.state[0]?.retry()
  expect(calls).toHaveLength(2)
  expect(uploads.state).toMatchObject([{ error: undefined }])
  uploads.state[0]?.cancel()
  expect(calls[1]?.signal.aborted).toBe(true)
  await vi.waitFor(() => expect(content()).toBe(''))
  expect(uploads.state).toEqual([])
  answers[1]?.resolve('late')
  await Promise.resolve()
  expect(content()).toBe('')
})

test('a folder is no lost connection', async () => {
  const { uploads, add, answers } = await open()
  const folder = new File([], 'holiday', { type: 'image/png' })
  folder.slice = () => {
    throw new DOMException('It is a folder', 'NotFoundError')
  }
  await add(folder)
  answers[0]?.reject(new ApiError({ status: 0, url: '' }))
  await vi.waitFor(() => expect(uploads.state[0]?.error).toBe('upload_unreadable_message'))
})

test('a fault of the extension is reported', async () => {
  const { uploads, add, failures } = await open({
    upload: () => {
      throw new Error('broken')
    },
  })
  await add(picture)
  await vi.waitFor(() => expect(uploads.state[0]?.error).toBe('generic_message'))
  expect(failures).toEqual(['odd'])
})

test('refusals without words of the client have those of the server', async () => {
  const { uploads, add, answers } = await open()
  const errors = [{ status: '400', code: 'no_files', detail: 'No file arrived.' }]
  await add(picture, picture, picture)
  answers[0]?.reject(new ApiError({ status: 400, url: 'https://forum.example/api', errors }))
  answers[1]?.reject(new ApiError({ status: 413, url: 'https://forum.example/api', errors }))
  await vi.waitFor(() => expect(answers).toHaveLength(3))
  answers[2]?.reject(new ApiError({ status: 500, url: 'https://forum.example/api', errors }))
  await vi.waitFor(() =>
    expect(uploads.state.map(({ error }) => error)).toEqual([
      'No file arrived.',
      'payload_too_large_message',
      'generic_message',
    ]),
  )
})

test('two files are sent at once; the others wait in their order, and can be cancelled meanwhile', async () => {
  const { uploads, add, calls, answers } = await open()
  await add(picture, picture, picture, picture)
  const waiting = () => uploads.state.map(({ isWaiting }) => isWaiting)
  expect([calls.length, waiting()]).toEqual([2, [false, false, true, true]])
  uploads.state[2]?.cancel()
  answers[0]?.reject(new ApiError({ status: 0, url: '' }))
  await vi.waitFor(() => expect(calls).toHaveLength(3))
  expect(uploads.state.map(({ name, isWaiting }) => [name, isWaiting])).toEqual([
    ['map.png', false],
    ['map.png', false],
    ['map.png', false],
  ])
  // One that does not heed the signal keeps no other waiting.
  uploads.state[0]?.retry()
  expect(uploads.state.at(-1)?.isWaiting).toBe(true)
  uploads.state[0]?.cancel()
  await vi.waitFor(() => expect(calls).toHaveLength(4))
  expect(waiting()).toEqual([false, false])
})

test('a stored file can be described while its source stands in the text', async () => {
  const { app, composer, uploads, add, answers, content } = await open()
  composer.change({ content: 'See ' })
  await add(picture)
  answers[0]?.resolve({ source: '<map>', describe: (text) => `<map: ${text}>` })
  await vi.waitFor(() => expect(content()).toBe('See <map>'))
  const stored = () => uploads.state[0]?.stored
  await vi.waitFor(() => expect(stored()?.sources).toContain('<map>'))
  stored()?.type(' a harbor ')
  expect(content()).toBe('See <map>')
  await stored()?.apply()
  expect(content()).toBe('See <map: a harbor>')
  stored()?.type('a pier')
  const wait = () =>
    waitForUploads({
      app,
      target,
      fields: composer.state.fields,
      change: (all) => composer.change(all),
      signal: new AbortController().signal,
    })
  expect(await wait()).toBeUndefined()
  expect(content()).toBe('See <map: a pier>')
  stored()?.type('')
  await stored()?.apply()
  expect(content()).toBe('See <map>')
  composer.change({ content: 'See <map edited>' })
  stored()?.type('lost')
  await stored()?.apply()
  expect(content()).toBe('See <map edited>')
  // The row goes; the text stays.
  uploads.state[0]?.cancel()
  expect([uploads.state, content()]).toEqual([[], 'See <map edited>'])
})

test('what is typed before a field that was left applies its description stays', async () => {
  const { composer, uploads, add, answers, content } = await open()
  composer.change({ content: '' })
  await add(picture)
  answers[0]?.resolve({ source: '<map>', describe: (text) => `<map: ${text}>` })
  await vi.waitFor(() => expect(uploads.state[0]?.stored).toBeDefined())
  uploads.state[0]?.stored?.type('a pier')
  const { apply } = uploads.state[0]?.stored ?? {}
  uploads.state[0]?.stored?.type('a pier, moored')
  await apply?.()
  expect([uploads.state[0]?.stored?.description, content()]).toEqual([
    'a pier, moored',
    '<map: a pier, moored>',
  ])
})

test('what the writer has deleted while it was sent is not described', async () => {
  const { composer, uploads, add, answers, content } = await open()
  await add(picture)
  composer.change({ content: '' })
  answers[0]?.resolve({ source: '<map>', describe: String })
  await vi.waitFor(() => expect(uploads.state).toEqual([]))
  expect(content()).toBe('')
})

test('files that no handler accepts are named', async () => {
  const { add, alerts, content } = await open()
  await add(new File(['x'], 'notes.pdf', { type: 'application/pdf' }))
  expect(alerts).toEqual(['upload_refused_message'])
  expect(content()).toBe('')
})

test('another text ends the uploads, and does not get their sources', async () => {
  const { composer, uploads, add, calls, answers, content } = await open()
  await add(picture)
  await composer.open({ kind: 'reply', discussionId: '6' })
  expect(calls[0]?.signal.aborted).toBe(true)
  expect(uploads.state).toEqual([])
  answers[0]?.resolve('late')
  await Promise.resolve()
  expect(content()).toBe('')
})

test('sending waits for uploads, refuses failed ones, and removes placeholders that undo brought back', async () => {
  const { app, composer, add, answers, alerts, content, uploads } = await open()
  const { signal } = new AbortController()
  const wait = () =>
    waitForUploads({
      app,
      target,
      fields: composer.state.fields,
      change: (all) => composer.change(all),
      signal,
    })
  await add(picture)
  const waiting = wait()
  answers[0]?.resolve('![map]()')
  expect(await waiting).toBeUndefined()
  expect(content()).toBe('![map]()')
  composer.change({ content: `${placeholder}Hello` })
  expect(await wait()).toBeUndefined()
  expect(content()).toBe('Hello')
  await add(picture)
  answers[1]?.reject(new ApiError({ status: 0, url: '' }))
  expect(await wait()).toBe('cancel')
  expect(alerts).toEqual(['upload_failed_message'])
  expect(uploads.state).toHaveLength(1)
})

test('types are those of file fields', () => {
  const pdf = { name: 'Notes.PDF', type: 'application/pdf' }
  expect(accepts(['image/*'], picture)).toBe(true)
  expect(accepts(['image/png'], picture)).toBe(true)
  expect(accepts(['image/jpeg', '.pdf'], picture)).toBe(false)
  expect(accepts(['.pdf'], pdf)).toBe(true)
  expect(accepts(['application/*'], pdf)).toBe(true)
  expect(accepts(['*'], pdf)).toBe(true)
})
