import { feedRoutes } from '../discovery/feeds.ts'
import { definePoint } from '../extension-point.ts'
import { combineRoutes } from './routes.ts'

/** Routes: those that are declared, and those that answer feeds. */
export const routesPoint = definePoint('routes', {
  sections: ['routes'],
  needs: ['resources', 'feeds'],
  combine: ({ routes }, { resources, feeds }) => combineRoutes([...routes, ...feedRoutes(feeds)], resources),
})
