/** Key in the tab's storage of what the reader had chosen when the document was loaded again. */
export const choiceKey = 'parley.choice'
