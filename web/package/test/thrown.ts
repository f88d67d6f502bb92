import { TabiyaError } from '../dist/node.js'

/** What a call throws: an error of ours, of the entry whose class is given. */
export function thrown(call: () => unknown, ours: typeof TabiyaError = TabiyaError): TabiyaError {
  try {
    call()
  } catch (error) {
    if (error instanceof ours) return error
    throw error
  }
  throw new Error('nothing was thrown')
}
