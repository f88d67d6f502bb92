/** The script of a worker as text: `bundle.mjs` puts it here. */
export const workerText: string = ''
