import type { Answer, QuestionGroup } from '@parley/shared'
import { type CSSProperties, type FormEvent, type ReactNode, useState } from 'react'
import { useApp } from '../../points/app-context.ts'
import { describeError, type FieldErrors } from '../../store/api-error.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Field, InputField } from '../../ui/forms/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { readAddress } from './read-address.ts'

/** The type of questions that concern no particular object. */
const noType = 'global'

/** Asks why a person may do something, or may not, and shows the steps of the decision. */
export function WhyPanel({ questions }: { questions: readonly QuestionGroup[] }): ReactNode {
  const { t } = useApp()
  const [type, setType] = useState(noType)
  const { answer, errors, isAsking, handleSubmit } = useQuestion(type)
  const group = questions.find((each) => each.type === type)
  return (
    <>
      <form className="Form WhyPanel" onSubmit={handleSubmit}>
        <InputField
          name="username"
          label={t('core.admin.why.person_label')}
          help={t('core.admin.why.person_help')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.username}
        />
        <Field label={t('core.admin.why.type_label')}>
          {(control) => (
            <select
              {...control}
              className="Input"
              value={type}
              onChange={(event) => setType(event.currentTarget.value)}
            >
              {questions.map((each) => (
                <option key={each.type} value={each.type}>
                  {typeName(each, t)}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={t('core.admin.why.ability_label')} error={errors.ability}>
          {(control) => (
            <select {...control} className="Input" name="ability" key={type}>
              {group?.abilities.map(({ name, label }) => (
                <option key={name} value={name}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </Field>
        {type !== noType && (
          <InputField
            name="object"
            key={type}
            label={t('core.admin.why.object_label')}
            help={t('core.admin.why.object_help')}
            autoComplete="off"
            error={errors.id}
          />
        )}
        <Button type="submit" variant="outline" isLoading={isAsking}>
          {t('core.admin.why.submit_button')}
        </Button>
      </form>
      <div role="status">{answer && <AnswerLines answer={answer} />}</div>
    </>
  )
}

const typeKeys: Readonly<Record<string, string>> = {
  [noType]: 'core.admin.why.forum_option',
  discussions: 'core.admin.why.discussion_option',
  posts: 'core.admin.why.post_option',
  users: 'core.admin.why.member_option',
  groups: 'core.admin.why.group_option',
}

function typeName({ type, label = type }: QuestionGroup, t: (key: string) => string): string {
  const key = typeKeys[type]
  return key === undefined ? label : t(key)
}

/** The answer to the latest question, and what was wrong with it. */
function useQuestion(type: string) {
  const { api, alerts, forum, t } = useApp()
  const [answer, setAnswer] = useState<Answer>()
  const [errors, setErrors] = useState<FieldErrors>({})
  const [isAsking, setIsAsking] = useState(false)
  const ask = async (data: FormData) => {
    const text = (name: string) => String(data.get(name) ?? '').trim()
    const query = new URLSearchParams({ ability: text('ability') })
    if (text('username') !== '') query.set('username', text('username'))
    if (type !== noType) {
      query.set('type', type)
      query.set('id', await readAddress(text('object'), type, api))
    }
    setAnswer(await api.request<Answer>(`/admin/why?${query}`))
  }
  const handleSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isAsking) return
    setIsAsking(true)
    setErrors({})
    setAnswer(undefined)
    try {
      await ask(new FormData(event.currentTarget))
    } catch (error) {
      const { fields, failure } = describeError(error, forum.baseOrigin)
      if (Object.keys(fields).length > 0) setErrors(fields)
      else if (failure?.status === 404) setErrors({ id: t('core.admin.why.not_found_message') })
      else alerts.showError(error)
    }
    setIsAsking(false)
  }
  return {
    answer,
    errors,
    isAsking,
    handleSubmit: (event: FormEvent<HTMLFormElement>) => void handleSubmit(event),
  }
}

const icons = { allows: 'check', refuses: 'close', none: 'minus' } as const

function AnswerLines({ answer: { isAllowed, lines } }: { answer: Answer }): ReactNode {
  const { t } = useApp()
  return (
    <div className="WhyAnswer">
      <p className={classNames('WhyAnswer-result', isAllowed ? 'is-allowed' : 'is-refused')}>
        <Icon name={isAllowed ? 'check' : 'close'} />
        {isAllowed ? t('core.admin.why.yes_text') : t('core.admin.why.no_text')}
      </p>
      <ol>
        {numbered(lines).map(({ text, effect, depth, key }) => (
          <li key={key} data-effect={effect} style={{ '--depth': depth } as CSSProperties}>
            <Icon name={icons[effect]} isSmall />
            {text}
          </li>
        ))}
      </ol>
    </div>
  )
}

/** Lines with keys: the same sentence may stand in several places. */
function numbered(lines: Answer['lines']) {
  return lines.map((line, place) => ({ ...line, key: `${place} ${line.text}` }))
}
