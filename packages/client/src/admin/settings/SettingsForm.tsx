import { type FormEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useRouterState } from '../../base/router/use-router.ts'
import { useObservable } from '../../base/use-observable.ts'
import type { SettingInfo } from '../../points/admin/setting-fields.ts'
import { useSettingsEditor } from './editors.ts'
import { SaveBar } from './SaveBar.tsx'
import { SettingControl } from './SettingControl.tsx'
import type { SettingsDocument } from './settings-document.ts'
import type { SettingsEditor } from './settings-editor.ts'
import { typedSoFar } from './typed-so-far.ts'

interface SettingsFormProps {
  /** Name of the page in the declarations of the settings: an admin page, or an extension. */
  page: string
  /** The answer to `settingsPath(page)`. */
  document: SettingsDocument
}

/** The settings of a page, made from their declarations. They are saved together; unsaved changes are kept. */
export function SettingsForm({ page, document }: SettingsFormProps): ReactNode {
  const editor = useSettingsEditor(page, document)
  const { settings, edits, refused } = useObservable(editor)
  const form = useRef<HTMLFormElement>(null)
  useFoundSetting(form)
  useTypedSoFar(editor)
  useEffect(() => {
    if (refused !== undefined) focusSetting(form.current, refused.key)
  }, [refused])
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    void editor.save()
  }
  return (
    <form ref={form} className="SettingsForm" noValidate onSubmit={handleSubmit}>
      {sectionsOf(shownSettings(settings, edits)).map((members) => (
        <FormSection key={members[0]?.key} members={members} editor={editor} />
      ))}
      <SaveBar editor={editor} />
    </form>
  )
}

interface FormSectionProps {
  members: readonly SettingInfo[]
  editor: SettingsEditor
}

function FormSection({ members, editor }: FormSectionProps): ReactNode {
  const id = useId()
  const section = members[0]?.section
  const { edits, errors, conflicts } = useObservable(editor)
  const control = (setting: SettingInfo) => (
    <SettingControl
      key={setting.key}
      setting={setting}
      value={edits[setting.key] ?? setting.value ?? ''}
      isChanged={setting.key in edits}
      error={errors[setting.key]}
      conflict={conflicts[setting.key]}
      onChange={(value) => editor.edit(setting.key, value)}
      onYield={() => editor.yield(setting.key)}
    />
  )
  return (
    <section className="AdminSection" aria-labelledby={section && id}>
      {section && (
        <header className="AdminSection-header">
          <h2 id={id}>{section.heading}</h2>
          {section.text && <p>{section.text}</p>}
        </header>
      )}
      {members[0]?.row === undefined ? (
        members.map(control)
      ) : (
        <SettingTable members={members} control={control} />
      )}
    </section>
  )
}

interface SettingTableProps {
  members: readonly SettingInfo[]
  control: (setting: SettingInfo) => ReactNode
}

/** Settings in rows, with a column for each label. Phones show the rows below each other, with the labels. */
function SettingTable({ members, control }: SettingTableProps): ReactNode {
  const labels = [...new Set(members.map(({ label }) => label))]
  const rows = [...new Set(members.map(({ row }) => row))]
  return (
    <table className="SettingTable">
      <thead>
        <tr>
          <td />
          {labels.map((label) => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row}>
            <th scope="row">{row}</th>
            {labels.map((label) => (
              <td key={label}>
                {members.filter((setting) => setting.row === row && setting.label === label).map(control)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The settings whose fields show with these values. */
function shownSettings(
  settings: readonly SettingInfo[],
  edits: Readonly<Record<string, string>>,
): SettingInfo[] {
  const values = new Map(settings.map(({ key, value }) => [key, edits[key] ?? value ?? '']))
  return settings.filter(({ when }) => when === undefined || values.get(when.setting) === when.value)
}

/** Groups settings that follow each other in one section. */
function sectionsOf(settings: readonly SettingInfo[]): SettingInfo[][] {
  const sections: SettingInfo[][] = []
  for (const setting of settings) {
    const last = sections.at(-1)
    if (last?.[0]?.section?.heading === setting.section?.heading && last !== undefined) last.push(setting)
    else sections.push([setting])
  }
  return sections
}

/** Takes over what was typed before hydration, before another change of state puts the fields back. */
function useTypedSoFar(editor: SettingsEditor): void {
  const [typed] = useState(typedSoFar)
  useLayoutEffect(() => {
    for (const [key, value] of typed) editor.edit(key, value)
  }, [typed, editor])
}

/** Focuses the setting that the search has found: `?setting=forum_title`. */
function useFoundSetting(form: { current: HTMLFormElement | null }): void {
  const { entry } = useRouterState()
  const found = entry.location?.query.get('setting')
  useEffect(() => {
    if (found) focusSetting(form.current, found)
  }, [form, found])
}

function focusSetting(form: HTMLFormElement | null, key: string): void {
  const control = form?.querySelector<HTMLElement>(
    `[data-setting="${CSS.escape(key)}"] :is(input, select, textarea, button)`,
  )
  control?.scrollIntoView({ block: 'center' })
  control?.focus({ preventScroll: true })
}
