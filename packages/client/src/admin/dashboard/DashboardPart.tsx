import { type ReactNode, useId } from 'react'

/** A part of the dashboard: a section with its heading. */
export function DashboardPart({ title, children }: { title: string; children: ReactNode }): ReactNode {
  const id = useId()
  return (
    <section className="Dashboard-section" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}
