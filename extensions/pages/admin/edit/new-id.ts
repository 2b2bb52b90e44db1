/** In place of an id in the address of the editor: a page that does not exist yet. */
export const newId = 'new'
