import { defineExtension } from '@parley/server'

/** Answers an upload with the address of a picture, and shows what the fixture's markup refers to. */
export default defineExtension({
  routes: [
    {
      method: 'POST',
      path: '/api/editor-points/files',
      run: ({ body }) => ({ status: 201, json: { source: `[${String(body.name)}](/files/1)` } }),
    },
    {
      method: 'GET',
      path: '/api/editor-points/stations',
      run: ({ query }) => ({
        status: 200,
        json: stations.filter((name) => name.toLowerCase().startsWith(String(query.q).toLowerCase())),
      }),
    },
  ],
})

const stations = ['Avonmouth', 'Bath', 'Bristol', 'Bridgwater', 'محطة البحر', '海辺駅']
