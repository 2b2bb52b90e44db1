/** What the SDK throws. */
interface S3Error {
  name?: string
  $metadata?: { httpStatusCode?: number }
}

/** The status of the answer that an error of the SDK stands for; undefined if there was none. */
export function statusOf(error: unknown): number | undefined {
  return (error as S3Error | undefined)?.$metadata?.httpStatusCode
}

/** The code that S3 gives an error. */
export function codeOf(error: unknown): string | undefined {
  return (error as S3Error | undefined)?.name
}

/** Whether an error says that there is no such object. */
export function isMissing(error: unknown): boolean {
  return codeOf(error) === 'NoSuchKey' || (statusOf(error) === 404 && codeOf(error) !== 'NoSuchBucket')
}
