import { useApp, useSessionUser } from '@parley/client'
import { type ReactNode, useEffect } from 'react'
import { forget } from './acknowledged.ts'

/** Tells suspended members of their suspension, and of its end. It loads nothing for others. */
export function SuspensionWatch(): ReactNode {
  const app = useApp()
  const end = useSessionUser()?.suspendedUntil
  useEffect(() => {
    if (app.boot.isView || app.userId === undefined) return
    if (!end) return forget()
    let stop = () => {}
    let isLeft = false
    app.connection
      .load(() => import('./watch-suspension.tsx'))
      .then(
        ({ watchSuspension }) => {
          if (!isLeft) stop = watchSuspension(app)
        },
        // The connection reports it, and the next page tries again.
        () => {},
      )
    return () => {
      isLeft = true
      stop()
    }
  }, [app, end])
  return null
}
