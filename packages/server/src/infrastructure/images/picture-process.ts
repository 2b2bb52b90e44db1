import { answerProcessCalls } from '../thread/answer-process-calls.ts'
import { convert, encode, examine } from './convert.ts'
import { type PictureAnswer, type PictureCall, UnreadablePicture } from './picture-request.ts'

answerProcessCalls<PictureCall, PictureAnswer>((call) =>
  answer(call).catch((error: unknown) => {
    if (error instanceof UnreadablePicture) return undefined
    throw error
  }),
)

function answer(call: PictureCall): Promise<PictureAnswer> {
  if ('bytes' in call) return convert(call.bytes, call.size)
  return 'to' in call ? encode(call.from, call.to, call.encoding) : examine(call.from)
}
