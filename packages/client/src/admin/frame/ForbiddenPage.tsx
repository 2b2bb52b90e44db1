import type { ReactNode } from 'react'
import { ErrorPage } from '../../features/frame/ErrorPage.tsx'
import type { PageProps } from '../../points/routes.ts'
import { ApiError } from '../../store/api-error.ts'

/** Stands for a page that the viewer may not see. */
export function ForbiddenPage({ location }: PageProps): ReactNode {
  return <ErrorPage error={new ApiError({ status: 403, url: location.url })} />
}
