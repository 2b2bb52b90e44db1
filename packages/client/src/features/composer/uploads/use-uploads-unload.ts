import { useEffect } from 'react'
import { useApp } from '../../../points/app-context.ts'
import { isRunning, uploadsOf } from './uploads.ts'

/** Lets the browser ask before leaving the page ends uploads. */
export function useUploadsUnload(): void {
  const app = useApp()
  useEffect(() => {
    const handleUnload = (event: BeforeUnloadEvent) => {
      if (uploadsOf(app).state.some(isRunning)) event.preventDefault()
    }
    window.addEventListener('beforeunload', handleUnload)
    return () => window.removeEventListener('beforeunload', handleUnload)
  }, [app])
}
