import type { BootData } from '@parley/shared'
import type { App } from '../../points/app.ts'
import { ApiError, describeError, type ErrorReport } from '../../store/api-error.ts'

/** Returns the errors of a form that was posted without scripts, if this page is the response to one. */
export function postedReport(
  { boot, forum }: App,
  describe: (error: unknown) => ErrorReport = (error) => describeError(error, forum.baseOrigin),
): ErrorReport | undefined {
  return boot.form === undefined ? undefined : describe(postedError(boot.form))
}

function postedError({ errors }: NonNullable<BootData['form']>): ApiError {
  return new ApiError({ status: Number(errors[0]?.status ?? 500), errors, url: '' })
}
