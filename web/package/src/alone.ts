import './inlined.js'

export * from './core.js'
