import { type DescribeFrame, forumFactsOf, type HeadElement } from '@parley/server'
import { uploadedIcons } from './settings.ts'

/** Pages name the manifest, and what Apple's devices read in its place. */
export const pageFrame: DescribeFrame = (context) => {
  const { settings, rootPath } = context.forum
  const title = settings.get('askvortsov-pwa.longName') || forumFactsOf(context.forum).title
  return {
    head: {
      pwa: [
        { link: { rel: 'manifest', href: `${rootPath}/webmanifest` } },
        { meta: { name: 'apple-mobile-web-app-capable', content: 'yes' } },
        { meta: { id: 'apple-style', name: 'apple-mobile-web-app-status-bar-style', content: 'default' } },
        { meta: { id: 'apple-title', name: 'apple-mobile-web-app-title', content: title } },
        ...uploadedIcons(context).map(
          ({ size, url }): HeadElement => ({
            link: {
              id: `apple-icon-${size}`,
              rel: 'apple-touch-icon',
              ...(size !== 48 && { sizes: `${size}x${size}` }),
              href: url,
            },
          }),
        ),
      ],
    },
  }
}
