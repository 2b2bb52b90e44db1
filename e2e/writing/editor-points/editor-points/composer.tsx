import {
  type ComposerFieldProps,
  defineCompletion,
  defineComposerExtension,
  defineField,
  type EditorHandle,
  useT,
} from '@parley/client'
import type { ReactNode } from 'react'

const moods = ['calm', 'cross', 'glad']
const emoji: Readonly<Record<string, string>> = { boat: '⛵', anchor: '⚓', wave: '🌊', whale: '🐋' }

export default defineComposerExtension({
  fields: {
    mood: defineField<string>({
      appliesTo: ({ kind }) => kind === 'discussion',
      initial: () => '',
      restore: (value) => (typeof value === 'string' && moods.includes(value) ? value : undefined),
      isMissing: (mood) => mood === '',
      send: (mood) => ({ attributes: { mood } }),
      Component: MoodField,
    }),
  },
  steps: {
    rules: async ({ app, fields }) => {
      if (fields.content.includes('endless')) return new Promise(() => {})
      if (fields.content.includes('broken')) throw new Error('The step is broken.')
      const isAccepted = await app.modals.confirm({
        title: app.t('editor-points.fixture.rules_title'),
        confirmLabel: app.t('editor-points.fixture.accept_button'),
      })
      if (!isAccepted) return 'cancel'
      return { relationships: { station: { data: { type: 'stations', id: '1' } } } }
    },
  },
  keys: {
    first: (event, { editor }) => event.key === 'Enter' && continueList(editor),
    second: (event, { editor }) => event.key === 'Enter' && editor.text === '- ' && editor.insert('never'),
  },
  paste: {
    link(data, { editor }) {
      const url = data.getData('text/plain')
      const { start, end } = editor.selection
      if (start === end || !/^https:\/\/\S+$/.test(url)) return false
      return editor.insert(`[${editor.text.slice(start, end)}](${url})`)
    },
  },
  drop: {
    station: (data, { editor }) => {
      const name = data.getData('text/x-station')
      return name !== '' && editor.insert(`~${name} `)
    },
  },
  completions: {
    stations: defineCompletion<string>({
      trigger: '@',
      delay: 50,
      minLength: 1,
      source: (query, { app, signal }) =>
        app.api.request<string[]>(`/editor-points/stations?q=${encodeURIComponent(query)}`, { signal }),
      keyOf: String,
      Row: ({ item }) => <span dir="auto">{item}</span>,
      insert: (item) => `@${item} `,
    }),
    emoji: defineCompletion<string>({
      trigger: ':',
      query: /^[\w+-]*$/,
      maxLength: 15,
      minLength: 1,
      source: (query) => Object.keys(emoji).filter((name) => name.startsWith(query)),
      keyOf: String,
      Row: ({ item }) => (
        <>
          <span aria-hidden="true">{emoji[item]}</span> {item}
        </>
      ),
      insert: (item) => `${emoji[item]} `,
    }),
  },
  commands: {
    bold: {
      label: 'editor-points.fixture.bold_button',
      icon: 'bold',
      key: 'Mod+b',
      priority: 2,
      run: ({ app, editor }) => void editor.wrap('**', '**', app.t('editor-points.fixture.bold_button')),
      isActive: ({ editor }) => editor.isWrapped('**'),
    },
    numbers: {
      label: 'editor-points.fixture.numbers_button',
      icon: 'ol',
      priority: 1,
      run: ({ editor }) => void editor.prefixLines((index) => `${index + 1}. `),
    },
  },
  attachments: {
    pictures: {
      accept: ['image/*'],
      button: { label: 'editor-points.fixture.upload_button', icon: 'image' },
      async upload(file, { app, signal, onProgress }) {
        onProgress(0.5)
        const { source } = await app.api.request<{ source: string }>('/editor-points/files', {
          method: 'POST',
          body: { name: file.name },
          signal,
        })
        return source
      },
    },
  },
})

function MoodField({ name, value, isReadOnly, onChange }: ComposerFieldProps<string>): ReactNode {
  const t = useT()
  return (
    <label>
      {t('editor-points.fixture.mood_label')}{' '}
      <select
        className="Input"
        name={name}
        value={value}
        disabled={isReadOnly}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="">{t('editor-points.fixture.no_mood_text')}</option>
        {moods.map((mood) => (
          <option key={mood}>{mood}</option>
        ))}
      </select>
    </label>
  )
}

/** Begins the next item of a list. */
function continueList(editor: EditorHandle): boolean {
  const { start, end } = editor.selection
  const line = editor.text.slice(editor.text.lastIndexOf('\n', start - 1) + 1, start)
  return start === end && line.startsWith('- ') && line.length > 2 && editor.insert('\n- ')
}
