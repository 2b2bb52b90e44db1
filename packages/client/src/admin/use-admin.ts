import type { Admin } from '../points/admin/admin-pages.ts'
import { useApp } from '../points/app-context.ts'

/** The pages and permissions of the viewer in the administration area. */
export function useAdmin(): Admin {
  const { admin } = useApp()
  if (admin === undefined) throw new Error('useAdmin was called outside of the administration area.')
  return admin
}
