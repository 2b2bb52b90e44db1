import { useEffect, useState } from 'react'
import type { App } from '../../points/app.ts'
import { useApp } from '../../points/app-context.ts'
import { markUnsaved } from '../unsaved/unsaved-forms.ts'
import type { SettingsDocument } from './settings-document.ts'
import { SettingsEditor } from './settings-editor.ts'

/** The editors of the pages that were opened. */
class SettingsEditors {
  #editors = new Map<string, SettingsEditor>()

  /** Returns the editor of a page, with the values of the document. */
  of(app: App, page: string, document: SettingsDocument): SettingsEditor {
    const existing = this.#editors.get(page)
    if (existing !== undefined) return existing
    const editor = new SettingsEditor(app, page, document)
    this.#editors.set(page, editor)
    editor.subscribe(() => markUnsaved(app, editor, editor.hasEdits))
    return editor
  }

  /** Returns the editor of a page that was opened. */
  opened(page: string): SettingsEditor | undefined {
    return this.#editors.get(page)
  }
}

const editorsOfApp = new WeakMap<App, SettingsEditors>()

/** The editors of an app. */
export function editorsOf(app: App): SettingsEditors {
  const editors = editorsOfApp.get(app) ?? new SettingsEditors()
  editorsOfApp.set(app, editors)
  return editors
}

/** The editor of a page of settings. Changes that were left on the page are there again. */
export function useSettingsEditor(page: string, document: SettingsDocument): SettingsEditor {
  const app = useApp()
  const [editor] = useState(() => editorsOf(app).of(app, page, document))
  useEffect(() => {
    editor.url = app.router.state.entry.url
    editor.adopt(document)
  }, [app, editor, document])
  return editor
}
