const number = new Intl.NumberFormat('en')

/** A number in groups of three digits. */
export const digits = (value: bigint | number) => number.format(value).replaceAll(',', ' ')
