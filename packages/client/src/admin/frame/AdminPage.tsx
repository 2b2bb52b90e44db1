import type { ReactNode } from 'react'

interface AdminPageProps {
  title: ReactNode
  /** One line: what the page is for. */
  text: ReactNode
  /** Buttons beside the title. */
  controls?: ReactNode
  children: ReactNode
}

/** A page of the administration area: its heading, what it is for, and its contents. */
export function AdminPage({ title, text, controls, children }: AdminPageProps): ReactNode {
  return (
    <div className="AdminPage">
      <header className="AdminPage-header">
        <div>
          <h1>{title}</h1>
          <p>{text}</p>
        </div>
        {controls}
      </header>
      {children}
    </div>
  )
}
