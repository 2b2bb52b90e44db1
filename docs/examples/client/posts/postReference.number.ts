import type { PostProps } from '@parley/client'

export default function numberOf({ number }: PostProps['post']): string {
  return `#${number}`
}
