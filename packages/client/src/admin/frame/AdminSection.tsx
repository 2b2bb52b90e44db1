import { type ReactNode, useId } from 'react'

interface AdminSectionProps {
  heading: ReactNode
  /** What the part is for. */
  text: ReactNode
  children: ReactNode
}

/** A part of a page of the administration area, with a heading. */
export function AdminSection({ heading, text, children }: AdminSectionProps): ReactNode {
  const id = useId()
  return (
    <section className="AdminSection" aria-labelledby={id}>
      <header className="AdminSection-header">
        <h2 id={id}>{heading}</h2>
        <p>{text}</p>
      </header>
      {children}
    </section>
  )
}
