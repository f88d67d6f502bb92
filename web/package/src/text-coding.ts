/** `TextDecoder` and `TextEncoder` where the surroundings hide those of Node, as Jest's jsdom does. */
type Coding = Pick<typeof globalThis, 'TextDecoder' | 'TextEncoder'>

const there = typeof globalThis.TextDecoder === 'function' && typeof globalThis.TextEncoder === 'function'
const node = globalThis as { process?: { getBuiltinModule?(name: string): unknown } }
const coding = (there ? globalThis : node.process?.getBuiltinModule?.('node:util')) as Coding

const { TextDecoder, TextEncoder } = coding
export { TextDecoder, TextEncoder }
