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

/** Lists the reasons: those of extensions, then the core's. Of several with the same name the first counts. */
export function combineReplyRefusals(sources: readonly Source[]): App['replyRefusals'] {
  const inOrder = [...sources].sort((one, other) => Number(isOfCore(one)) - Number(isOfCore(other)))
  const refusals = new Map<string, ReplyRefusal>()
  for (const { extension } of inOrder) {
    for (const [name, refusal] of Object.entries(extension.replyRefusals ?? {})) {
      if (!refusals.has(name)) refusals.set(name, refusal)
    }
  }
  return [...refusals.values()]
}

function isOfCore({ id }: Source): boolean {
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
  }
}

declare module './app.ts' {
  interface App {
    /** Reasons why a viewer cannot reply, by priority. */
    readonly replyRefusals: readonly ReplyRefusal[]
  }
}
