import type { MessageParam } from '@parley/shared/i18n'
import type { StoreRecord } from '../store/record.ts'
import type { App } from './app.ts'
import type { Source } from './sources.ts'

/** The text of a reason why a viewer cannot write. */
export interface RefusalText {
  /** Locale key of the reason, and of what to do where that helps: 'Confirm your email to reply.' */
  text: string
  /** Parameters of the text. Dates are formatted in the reader's time zone. */
  params?(app: App): Record<string, MessageParam>
}

/** A reason why a viewer cannot reply to a discussion. */
export interface ReplyRefusal extends RefusalText {
  icon: string
  /** Locale key of the label of the disabled button: 'Locked'. */
  label: string
  /** Whether it is the reason. Called for guests, too: those without a reason are asked to log in. */
  applies(discussion: StoreRecord<'discussions'>, app: App): boolean
}

/** A reason why a viewer cannot start a discussion. */
export interface StartRefusal extends RefusalText {
  /** Whether it is the reason. Called for logged-in users. */
  applies(app: App): boolean
}

/** Lists the reasons: those of extensions, then the core's. Of several with the same name the first counts. */
export function combineReplyRefusals(sources: readonly Source[]): App['replyRefusals'] {
  return combine<ReplyRefusal>(sources.map(({ id, extension }) => ({ id, section: extension.replyRefusals })))
}

/** The same for reasons why a viewer cannot start a discussion. */
export function combineStartRefusals(sources: readonly Source[]): App['startRefusals'] {
  return combine<StartRefusal>(sources.map(({ id, extension }) => ({ id, section: extension.startRefusals })))
}

interface Section<Refusal> extends Pick<Source, 'id'> {
  section: Readonly<Record<string, Refusal>> | undefined
}

function combine<Refusal>(sections: readonly Section<Refusal>[]): Refusal[] {
  const inOrder = [...sections].sort((one, other) => Number(isOfCore(one)) - Number(isOfCore(other)))
  const refusals = new Map<string, Refusal>()
  for (const { section } of inOrder) {
    for (const [name, refusal] of Object.entries(section ?? {})) {
      if (!refusals.has(name)) refusals.set(name, refusal)
    }
  }
  return [...refusals.values()]
}

function isOfCore({ id }: Pick<Source, 'id'>): boolean {
  return id === undefined
}

declare module './extension.ts' {
  interface ClientExtension {
    /**
     * Reasons why a viewer cannot reply, by name, for discussions without `canReply`. The first that applies is shown in
     * the reply button, the reply box and the header of the discussion. Those of extensions come before the core's
     * (`unconfirmed`, `forbidden`).
     */
    replyRefusals?: Readonly<Record<string, ReplyRefusal>>
    /**
     * Reasons why a logged-in viewer cannot start a discussion, by name. The first that applies is shown with the disabled
     * button. Those of extensions come before the core's (`unconfirmed`, `forbidden`).
     */
    startRefusals?: Readonly<Record<string, StartRefusal>>
  }
}

declare module './app.ts' {
  interface App {
    /** Reasons why a viewer cannot reply, by priority. */
    readonly replyRefusals: readonly ReplyRefusal[]
    /** Reasons why a viewer cannot start a discussion, by priority. */
    readonly startRefusals: readonly StartRefusal[]
  }
}
