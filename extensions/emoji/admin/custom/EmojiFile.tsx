import { alertOnError, Button, useApp } from '@parley/client'
import { type ChangeEvent, type ReactNode, useId, useRef, useState } from 'react'
import type { EmojiList } from './emoji-list.ts'

interface EmojiFileProps {
  list: EmojiList
  /** There is nothing to export. */
  isEmpty: boolean
}

/** Imports custom emoji from a file of JSON, and exports all of them to one. */
export function EmojiFile({ list, isEmpty }: EmojiFileProps): ReactNode {
  const app = useApp()
  const { alerts, t } = app
  const input = useRef<HTMLInputElement>(null)
  const inputId = useId()
  const [isBusy, setIsBusy] = useState(false)
  const run = async (work: () => Promise<void>) => {
    setIsBusy(true)
    await alertOnError(app, work)
    setIsBusy(false)
  }
  const importFile = async (file: File) => {
    const rows = rowsIn(await file.text())
    if (rows === undefined) {
      alerts.show(t('emoji.admin.custom_emojis_section.import_invalid_message'), { tone: 'danger' })
      return
    }
    await list.import(rows)
    const message = t('emoji.admin.custom_emojis_section.import_emojis_message', { count: rows.length })
    alerts.show(message, { tone: 'success', timeout: 5000 })
  }
  const handleChange = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.currentTarget.files ?? []
    // Lets the same file be chosen twice in a row.
    event.currentTarget.value = ''
    if (file) void run(() => importFile(file))
  }
  return (
    <>
      <Button variant="outline" isLoading={isBusy} onClick={() => input.current?.click()}>
        {t('emoji.admin.custom_emojis_section.import_json_button')}
      </Button>
      <label className="VisuallyHidden" htmlFor={inputId}>
        {t('emoji.admin.custom_emojis_section.import_label')}
      </label>
      <input
        ref={input}
        id={inputId}
        className="VisuallyHidden"
        type="file"
        accept="application/json,.json"
        tabIndex={-1}
        onChange={handleChange}
      />
      {!isEmpty && (
        <Button
          variant="outline"
          isDisabled={isBusy}
          onClick={() => void run(async () => download(await list.all()))}
        >
          {t('emoji.admin.custom_emojis_section.export_json_button')}
        </Button>
      )}
    </>
  )
}

/** The rows of a file: a list, also as the member `data`. */
function rowsIn(text: string): readonly unknown[] | undefined {
  try {
    const parsed = JSON.parse(text) as unknown
    const rows = Array.isArray(parsed) ? parsed : (parsed as { data?: unknown } | null)?.data
    return Array.isArray(rows) && rows.length > 0 ? rows : undefined
  } catch {
    return undefined
  }
}

function download(rows: readonly object[]): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([JSON.stringify(rows, null, 2)], { type: 'application/json' }))
  link.download = 'emoji.json'
  link.click()
  URL.revokeObjectURL(link.href)
}
