import type { ReactNode } from 'react'

/** A cell with a fact about a user. Cards show the label before it. */
export function UserCell({ label, children }: { label: string; children: ReactNode }): ReactNode {
  return (
    <td>
      <span className="UserTable-label" aria-hidden="true">
        {label}
      </span>
      <span>{children}</span>
    </td>
  )
}
