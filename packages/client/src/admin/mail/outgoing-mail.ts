import { useState } from 'react'
import { useApp } from '../../points/app-context.ts'

/** API paths of the mail that could not be sent, and of what waits. */
export const outgoingPaths = {
  failed: '/failed-jobs?filter[name]=mail.send',
  waiting: '/jobs?filter[name]=mail.send',
} as const

export type MailState = keyof typeof outgoingPaths

/** A mail in the queue. */
export interface OutgoingMail {
  id: string
  attributes: {
    /** The locale key of its texts. */
    description: string | null
    recipient: string | null
    error: string | null
    attempts: number
    /** ISO 8601, as are the other times. */
    createdAt: string
    /** Of mail that failed. */
    failedAt?: string
    /** Of mail that waits: the next attempt. */
    dueAt?: string
    isRunning?: boolean
  }
}

/** A page of `outgoingPaths`. */
export interface MailDocument {
  data: readonly OutgoingMail[]
  links?: { next?: string }
}

export interface MailList {
  mails: readonly OutgoingMail[]
  hasMore: boolean
  isLoading: boolean
  loadMore: () => Promise<void>
  /** Loads the first page again. */
  reload: () => Promise<void>
  /** Sends a mail again, or now. */
  send: (mail: OutgoingMail) => Promise<void>
  /** Drops a mail, after a question. */
  drop: (mail: OutgoingMail) => Promise<void>
}

/** The mail of one state, newest first. `document` is the answer to its path. */
export function useOutgoingMail(state: MailState, document: MailDocument, onChange: () => void): MailList {
  const app = useApp()
  const { api, alerts, modals, t } = app
  const [loaded, setLoaded] = useState({ mails: document.data, next: document.links?.next })
  const [isLoading, setIsLoading] = useState(false)
  const [seen, setSeen] = useState(document)
  if (seen !== document) {
    setSeen(document)
    setLoaded({ mails: document.data, next: document.links?.next })
  }
  const attempt = async (work: () => Promise<unknown>) => {
    setIsLoading(true)
    try {
      await work()
    } catch (error) {
      alerts.showError(error)
    }
    setIsLoading(false)
  }
  const load = async (path: string, before: readonly OutgoingMail[]) => {
    const { data, links } = await api.request<MailDocument>(path)
    setLoaded({ mails: [...before, ...data], next: links?.next })
  }
  const route = state === 'failed' ? 'failed-jobs' : 'jobs'
  return {
    mails: loaded.mails,
    hasMore: loaded.next !== undefined,
    isLoading,
    loadMore: () =>
      attempt(async () => {
        const { next } = loaded
        if (next !== undefined) await load(next.slice(next.indexOf('/api/') + '/api'.length), loaded.mails)
      }),
    reload: () => attempt(() => load(outgoingPaths[state], [])),
    send: ({ id }) =>
      attempt(async () => {
        await api.request(`/${route}/${id}/${state === 'failed' ? 'retry' : 'run'}`, { method: 'POST' })
        alerts.show(t('core.admin.email.sending_message'), { tone: 'success', timeout: 5000 })
        onChange()
      }),
    drop: async ({ id, attributes: { recipient } }) => {
      const isConfirmed = await modals.confirm({
        title: t('core.admin.email.drop_title'),
        text: t('core.admin.email.drop_text', { recipient: recipient ?? '' }),
        confirmLabel: t('core.admin.email.drop_button'),
        isDanger: true,
      })
      if (!isConfirmed) return
      await attempt(async () => {
        await api.request(`/${route}/${id}`, { method: 'DELETE' })
        onChange()
      })
    },
  }
}
