import { answerProcessCalls } from '../thread/answer-process-calls.ts'
import { convert } from './convert.ts'
import { type PictureAnswer, type PictureCall, UnreadablePicture } from './picture-request.ts'

answerProcessCalls<PictureCall, PictureAnswer>(({ bytes, size }) =>
  convert(bytes, size).catch((error: unknown) => {
    if (error instanceof UnreadablePicture) return undefined
    throw error
  }),
)
