import type { App } from '../../../points/app.ts'
import type { SearchSection } from '../../../points/pages/search-section.ts'
import { ApiError } from '../../../store/api-error.ts'
import { LateModules } from '../../../store/connection/late-modules.ts'
import { ChunkLoadError } from '../../../store/connection/load-chunk.ts'

/** The most items of a section, and milliseconds for which the other results wait for it. */
const maximumItems = 5
const patience = 2000

const modules = new LateModules<SearchSection>()

/** What a section has found: at least one item. */
export interface FoundSection {
  extension: string
  section: SearchSection
  items: readonly unknown[]
}

/** Searches the sections of extensions. What fails is reported and finds nothing. */
export async function findInSections(app: App, text: string, signal: AbortSignal): Promise<FoundSection[]> {
  const found = app.searchSection.map(async ({ extension, value: load }) => {
    try {
      const section = await modules.load(load, app.connection)
      const items = await section.find(text, { app, signal })
      return items.length > 0 && { extension, section, items: items.slice(0, maximumItems) }
    } catch (error) {
      const isPassing = signal.aborted || error instanceof ApiError || error instanceof ChunkLoadError
      if (!isPassing) app.reportFailure(extension, error)
      return false
    }
  })
  const late = new Promise<false>((resolve) => setTimeout(resolve, patience, false))
  const all = await Promise.all(found.map((section) => Promise.race([section, late])))
  return all.filter((section) => section !== false)
}
