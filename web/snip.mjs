// Functions that only report a panic become a trap. On WebAssembly a panic is a trap anyhow, and its message, which takes a good
// part of the module to put together, goes nowhere. What calls them then needs none of their arguments.

/** What never returns, or serves a panic alone, by its demangled name: failed checks, memory that runs out, the payload. */
const DIVERGES = new RegExp(
  [
    /core(?:\[\w+\])?::panicking::/,
    /core(?:\[\w+\])?::(?:str|slice|slice::index|slice::copy_from_slice_impl)::\w*_fail(?:_rt)?$/,
    /core(?:\[\w+\])?::(?:option|result)::(?:unwrap|expect)_failed$/,
    /core(?:\[\w+\])?::cell::panic_already_(?:mutably_)?borrowed$/,
    /panic_on_ord_violation$/,
    /alloc(?:\[\w+\])?::(?:raw_vec::(?:handle_error|capacity_overflow)|alloc::handle_alloc_error)$/,
    /std(?:\[\w+\])?::thread::local::panic_access_error$/,
    /std(?:\[\w+\])?::panicking::(?:panic_with_hook|panic_handler|begin_panic)/,
    /::rust_begin_unwind$/,
  ]
    .map(({ source }) => source)
    .join('|'),
)

/** Reads a module from its beginning. */
class Reader {
  constructor(bytes, at = 0) {
    this.bytes = bytes
    this.at = at
  }

  byte() {
    return this.bytes[this.at++]
  }

  number() {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte()
      value += (byte & 127) * 2 ** shift
      if (byte < 128) return value
    }
  }

  text() {
    const length = this.number()
    this.at += length
    return this.bytes.toString('latin1', this.at - length, this.at)
  }
}

function* sections(bytes) {
  const reader = new Reader(bytes, 8)
  while (reader.at < bytes.length) {
    const start = reader.at
    const id = reader.byte()
    const length = reader.number()
    yield { id, start, content: reader.at, end: reader.at + length }
    reader.at += length
  }
}

function encoded(number) {
  const bytes = []
  for (; number >= 128; number = Math.floor(number / 128)) bytes.push((number % 128) | 128)
  return Buffer.from([...bytes, number])
}

/** How many functions come from outside: they are numbered first. */
function imported(bytes, { content }) {
  const reader = new Reader(bytes, content)
  let functions = 0
  for (let left = reader.number(); left > 0; left--) {
    reader.text()
    reader.text()
    const kind = reader.byte()
    if (kind !== 0) throw new Error(`import of kind ${kind}: only functions are expected`)
    reader.number()
    functions++
  }
  return functions
}

/** The numbers of the functions whose names say that they never return. */
function diverging(bytes, { content, end }) {
  const found = new Set()
  const reader = new Reader(bytes, content)
  if (reader.text() !== 'name') return found
  while (reader.at < end) {
    const kind = reader.byte()
    const length = reader.number()
    const next = reader.at + length
    if (kind === 1) {
      for (let left = reader.number(); left > 0; left--) {
        const index = reader.number()
        if (DIVERGES.test(reader.text())) found.add(index)
      }
    }
    reader.at = next
  }
  return found
}

/** The module with these functions as traps, and how many they were. */
export function snipped(bytes) {
  const all = [...sections(bytes)]
  const imports = all.find(({ id }) => id === 2)
  const first = imports === undefined ? 0 : imported(bytes, imports)
  const traps = new Set(all.filter(({ id }) => id === 0).flatMap((section) => [...diverging(bytes, section)]))
  const code = all.find(({ id }) => id === 10)
  const reader = new Reader(bytes, code.content)
  const count = reader.number()
  const bodies = [encoded(count)]
  for (let index = first; index < first + count; index++) {
    const length = reader.number()
    const body = bytes.subarray(reader.at, reader.at + length)
    reader.at += length
    // No locals, `unreachable`, `end`.
    bodies.push(...(traps.has(index) ? [Buffer.from([3, 0, 0x00, 0x0b])] : [encoded(length), body]))
  }
  const content = Buffer.concat(bodies)
  const section = Buffer.concat([Buffer.from([10]), encoded(content.length), content])
  return { module: Buffer.concat([bytes.subarray(0, code.start), section, bytes.subarray(code.end)]), traps: traps.size }
}
