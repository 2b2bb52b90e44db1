import { element, type MarkupSyntax } from '@parley/shared/markup'

/** `~bath` becomes the name of the station. */
const stationMarkup: MarkupSyntax = {
  name: 'stations',
  version: 1,
  elements: { span: { class: ['Station'] } },
  inline: [
    {
      triggers: '~',
      match(text, position) {
        const [source, id] = /^~([a-z]{2,20})\b/.exec(text.slice(position, position + 30)) ?? []
        if (source === undefined || id === undefined) return undefined
        return { end: position + source.length, node: { reference: 'station', id, source } }
      },
    },
  ],
  references: {
    station: {
      render: (facts) => element('span', { class: 'Station' }, [`${String(facts)} station`]),
      renderDeleted: ({ source }) => source,
    },
  },
}

export default stationMarkup
