export * from './jsonapi/document.ts'
export * from './jsonapi/resources.ts'
