/** What the module keeps for a JavaScript object: freed when the object is closed, or when nothing refers to it any more. */
export abstract class Kept {
  /** The number under which the module keeps it. */
  protected readonly number: number
  private readonly release: (number: number) => void

  constructor(number: number, release: (number: number) => void) {
    this.number = number
    this.release = release
    lost.register(this, () => release(number), this)
  }

  /** Frees its memory now. Every later question throws. */
  close(): void {
    lost.unregister(this)
    this.release(this.number)
  }
}

const lost = new FinalizationRegistry<() => void>((free) => free())
