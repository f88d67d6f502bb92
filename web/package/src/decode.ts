/**
 * A WebAssembly module as text that any bundler may carry. A byte is one character, or a prefix and one character, so that
 * what repeats in the bytes repeats in the text, and compresses as well; base64 would be 40 % larger after compression. Runs
 * of zeros are a zero and their length.
 */

/** Printable characters without those that mean something in a string. */
const LETTERS = [...Array(94).keys()].map((index) => String.fromCharCode(33 + index)).filter((letter) => !'"$\'\\`'.includes(letter))
const SINGLE = LETTERS.length - 2

/** The text of some bytes. */
export function encoded(bytes: Uint8Array): string {
  const units: number[] = []
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] as number
    units.push(byte)
    if (byte !== 0) continue
    let run = 1
    while (run < 255 && bytes[index + run] === 0) run++
    units.push(run)
    index += run - 1
  }
  return units
    .map((unit) => {
      const prefix = Math.floor(unit / SINGLE)
      return (prefix === 0 ? '' : (LETTERS[SINGLE + prefix - 1] as string)) + (LETTERS[unit % SINGLE] as string)
    })
    .join('')
}

/** The bytes of a text. */
export function decoded(text: string): Uint8Array<ArrayBuffer> {
  const values = new Uint8Array(128)
  LETTERS.forEach((letter, value) => (values[letter.charCodeAt(0)] = value))
  // A character of the text stands for at most 255 bytes, but usually for one: the array grows when it has to.
  let bytes = new Uint8Array(2 * text.length)
  let length = 0
  let prefix = 0
  let zero = false
  for (let index = 0; index < text.length; index++) {
    const value = values[text.charCodeAt(index)] as number
    if (value >= SINGLE) {
      prefix = SINGLE * (value - SINGLE + 1)
      continue
    }
    const unit = prefix + value
    prefix = 0
    if (zero) {
      length += unit
      zero = false
    } else if (unit === 0) {
      zero = true
    } else {
      if (length >= bytes.length) {
        const larger = new Uint8Array(2 * length + 1)
        larger.set(bytes)
        bytes = larger
      }
      bytes[length++] = unit
    }
  }
  const whole = new Uint8Array(length)
  whole.set(bytes.subarray(0, length))
  return whole
}
