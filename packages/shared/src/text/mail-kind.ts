const kinds = ['activate_account', 'confirm_email', 'reset_password', 'send_test']

/**
 * What a mail in the queue is about, from the description of its job: never its subject, which may quote a post. Its name
 * in words is the text `core.admin.email.kinds.…`.
 */
export function mailKind(description: string | null): string {
  const name = description?.split('.').at(-1) ?? ''
  return description?.startsWith('core.email.') && kinds.includes(name) ? name : 'notification'
}
