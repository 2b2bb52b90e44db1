import { defineClientExtension } from '../extension.ts'

export const sessionFeature = defineClientExtension({})
