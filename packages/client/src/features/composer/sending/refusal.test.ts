import { expect, test } from 'vitest'
import { type ComposerField, defineField } from '../../../points/composer/composer-extension.ts'
import { ApiError } from '../../../store/api-error.ts'
import { openApp } from '../open-app.ts'
import { explainRefusal } from './refusal.ts'

const forbidden = new ApiError({ status: 403, url: 'https://forum.example/api/discussions' })
const values = { title: 'Quay', content: 'Hello', mood: 'cross' }

/** What the writer reads of an error, with a field that explains refusals. */
async function explained(error: unknown, explain?: ComposerField<string>['explain']) {
  const mood = defineField<string>({
    appliesTo: ({ kind }) => kind === 'discussion',
    initial: () => '',
    restore: () => undefined,
    ...(explain && { explain }),
  })
  const { app, failures } = await openApp({ fields: { mood } })
  const { error: text, field } = await explainRefusal(app, error, { kind: 'discussion' }, values)
  return { text, field, failures }
}

function refusalOf(pointer: string): ApiError {
  const errors = [{ status: '422', code: 'validation_error', detail: 'Not so.', source: { pointer } }]
  return new ApiError({ status: 422, url: '', errors })
}

test('without a field that explains it, a refusal names no field', async () => {
  expect(await explained(forbidden)).toMatchObject({ text: 'permission_denied_message', field: undefined })
})

test('a field explains a refusal that names it or none', async () => {
  const explain = async ({ status }: ApiError, mood: string) => `${status}: ${mood} is not allowed.`
  const text = '403: cross is not allowed.'
  expect(await explained(forbidden, explain)).toEqual({ text, field: 'mood', failures: [] })
  expect(await explained(refusalOf('/data/attributes/mood'), explain)).toMatchObject({ field: 'mood' })
})

test('a field is not asked about another one, and not without an answer', async () => {
  const explain = async () => 'My fault.'
  const about = await explained(refusalOf('/data/attributes/title'), explain)
  expect(about).toMatchObject({ text: 'Not so.', field: 'title' })
  for (const error of [new ApiError({ status: 0, url: '' }), new Error('broken')])
    expect(await explained(error, explain)).toMatchObject({ field: undefined })
})

test('a field that cannot explain a refusal leaves it as it is; a fault is reported, a lost connection is not', async () => {
  const nothing = { text: 'permission_denied_message', field: undefined }
  expect(await explained(forbidden, async () => undefined)).toEqual({ ...nothing, failures: [] })
  for (const [error, failures] of [
    [new Error('broken'), ['odd']],
    [new ApiError({ status: 0, url: '' }), []],
  ] as const)
    expect(await explained(forbidden, () => Promise.reject(error))).toEqual({ ...nothing, failures })
})
