/** Whether an account has no more than one discussion. */
export function isNewcomer({ discussion_count }: { discussion_count: number }): boolean {
  return discussion_count <= 1
}
