import { module } from './inlined.js'
import { startWorkers } from './start-workers.js'

startWorkers(module)

export * from './api.js'
