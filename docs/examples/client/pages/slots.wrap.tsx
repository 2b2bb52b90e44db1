import { defineClientExtension, SignUpFields, type SignUpProps, useT } from '@parley/client'
import type { ReactNode } from 'react'

/** A hint around an item that another declaration has added. Without `children` the item would be left out. */
export default defineClientExtension({
  screenSlots: { register: async () => ({ default: [SignUpFields.wrap('username', WithHint)] }) },
})

function WithHint({ children }: SignUpProps & { children: ReactNode }): ReactNode {
  const t = useT()
  return (
    <>
      {children}
      <p className="Field-help">{t('hints.forum.sign_up.username_text')}</p>
    </>
  )
}
