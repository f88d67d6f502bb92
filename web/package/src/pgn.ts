import * as wasm from '../wasm/tabiya_web.js'
import { ask, TabiyaError, textOf } from './errors.js'
import { Game, type PgnFailure, type PgnRecord } from './game.js'
import { DEFAULT_POSITION, Position } from './position.js'

type RawNode = { parent: number; bits: number; san: string; nags?: number[]; comments?: string[]; starting?: string[] }
type RawGame = { headers: [string, string][]; fen: string; chess960: boolean; result: PgnRecord['result']; nodes: [RawNode, ...RawNode[]] }

/** A move in the tree of a game with what was said about it. The root stands for the start and has no move. */
export class PgnNode {
  /** The moves that follow, the main one first. */
  readonly children: PgnNode[] = []
  /** Numeric annotation glyphs: 1 is `!`, 2 is `?`, 3 is `!!` … */
  nags: number[] = []
  /** Comments after the move; for the root, before the first move. */
  comments: string[] = []
  /** Comments before the move, at the beginning of a variation. */
  startingComments: string[] = []

  /** Use {@link add}: it reads the move. */
  constructor(
    readonly game: PgnGame,
    readonly parent: PgnNode | null,
    /** The sixteen bits of the move; 0 is a null move. */
    readonly bits: number,
    /** The move in algebraic notation; `--` is a null move. */
    readonly san: string,
  ) {
    parent?.children.push(this)
  }

  /** The nodes from the first move to this one. */
  line(): PgnNode[] {
    const nodes: PgnNode[] = []
    for (let node: PgnNode = this; node.parent !== null; node = node.parent) nodes.push(node)
    return nodes.reverse()
  }

  /** The nodes that follow this one, always by the main move. */
  mainLine(): PgnNode[] {
    const nodes: PgnNode[] = []
    for (let node = this.children[0]; node !== undefined; node = node.children[0]) nodes.push(node)
    return nodes
  }

  /** The game up to here, its past included. */
  play(): Game {
    const { fen, chess960 } = this.game
    const game = new Game(fen, { chess960 })
    game.loadRecord({ headers: [...this.game.headers], fen, moves: this.line().map(({ bits }) => bits), comments: [], result: '*' })
    return game
  }

  /** The position after the move. */
  position(): Position {
    return this.play().position()
  }

  /** The node of a move that follows: SAN, coordinates or bits; `--` passes. A new one is a variation where there are others. */
  add(move: string | number): PgnNode {
    const game = this.play()
    const bits = typeof move === 'number' ? move : move === '--' ? 0 : game.parse(move)
    const known = this.children.find((child) => child.bits === bits)
    if (known !== undefined) return known
    if (bits === 0) {
      game.pass()
      return new PgnNode(this.game, this, 0, '--')
    }
    return new PgnNode(this.game, this, bits, game.san(bits))
  }

  /** Takes this move and all that follows out of the game. */
  remove(): void {
    const siblings = this.siblings()
    siblings.splice(siblings.indexOf(this), 1)
  }

  /** Makes this the main move of its position. */
  promote(): void {
    this.remove()
    this.siblings().unshift(this)
  }

  private siblings(): PgnNode[] {
    if (this.parent === null) throw new TabiyaError({ kind: 'argument', message: 'the start of a game is not a move' })
    return this.parent.children
  }
}

/** A game as PGN holds it: a tree of moves with variations, comments and glyphs. */
export class PgnGame {
  readonly headers = new Map<string, string>()
  result: PgnRecord['result'] = '*'
  readonly root: PgnNode

  constructor(
    /** The position the game begins with. */
    readonly fen: string = DEFAULT_POSITION,
    /** Whether castling begins on other squares than in standard chess. */
    private readonly castlesAnywhere = new Position(fen).chess960,
  ) {
    this.root = new PgnNode(this, null, 0, '')
  }

  /** Whether castling is written king-takes-rook in coordinates: if the start needs it, or the header `Variant` says so. */
  get chess960(): boolean {
    return this.castlesAnywhere || /960|fischer/i.test(this.headers.get('Variant') ?? '')
  }

  /** The main line. */
  mainLine(): PgnNode[] {
    return this.root.mainLine()
  }

  /** Every node but the root, each before what follows it, main moves first. */
  nodes(): PgnNode[] {
    const nodes: PgnNode[] = []
    const waiting = [...this.root.children].reverse()
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      nodes.push(node)
      for (const child of [...node.children].reverse()) waiting.push(child)
    }
    return nodes
  }

  /** The game as PGN. */
  pgn(): string {
    const nodes = this.nodes()
    const numbers = new Map([this.root, ...nodes].map((node, number) => [node, number]))
    const notes = [...numbers].flatMap(([node, number]) => [
      ...node.nags.flatMap((nag) => [String(number), 'nag', String(nag)]),
      ...node.comments.flatMap((text) => [String(number), 'comment', text]),
      ...node.startingComments.flatMap((text) => [String(number), 'starting', text]),
    ])
    const parents = Uint32Array.from(nodes, ({ parent }) => numbers.get(parent as PgnNode) as number)
    const moves = Uint16Array.from(nodes, ({ bits }) => bits)
    return ask(() => wasm.writePgnTree(this.fen, [...this.headers].flat(), this.result, parents, moves, notes))
  }

  toString(): string {
    return this.pgn()
  }
}

/** Reads every game of a text with all its variations; mistakes stand among the games where they were found. */
export function readPgnGames(text: string): (PgnGame | PgnFailure)[] {
  return (JSON.parse(wasm.readPgnTrees(textOf(text, 'a PGN'))) as (RawGame | PgnFailure)[]).map((raw) => ('error' in raw ? raw : gameOf(raw)))
}

function gameOf(raw: RawGame): PgnGame {
  const game = new PgnGame(raw.fen, raw.chess960)
  for (const [name, value] of raw.headers) game.headers.set(name, value)
  game.result = raw.result
  const [, ...moves] = raw.nodes
  const nodes = [game.root]
  for (const { parent, bits, san } of moves) nodes.push(new PgnNode(game, nodes[parent] as PgnNode, bits, san))
  for (const [number, node] of nodes.entries()) {
    const { nags = [], comments = [], starting = [] } = raw.nodes[number] as RawNode
    Object.assign(node, { nags, comments, startingComments: starting })
  }
  return game
}
