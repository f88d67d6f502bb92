import { TabiyaError } from '../dist/node.js'

/** What a call throws. */
export function thrown(call: () => unknown): TabiyaError {
  try {
    call()
  } catch (error) {
    if (error instanceof TabiyaError) return error
    throw error
  }
  throw new Error('nothing was thrown')
}
