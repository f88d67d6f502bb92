import { answerQuestions } from './questions.js'

export { count, type Count, type CountedBranch, type CountOptions, type CountProgress } from './count.js'
export { pieceSvg } from './pieces.js'
export { layerNames, layers, type LayerWords } from './questions.js'
export { PgnGame, PgnNode, readPgnGames } from './pgn.js'
export { readFen } from './repair.js'
export * from './core.js'

answerQuestions()
