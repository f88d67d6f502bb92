/** The WebAssembly module as text: `bundle.mjs` puts it here, in the form that `decode.ts` reads. */
export const moduleText: string = ''
