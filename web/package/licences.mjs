// Before the package is packed: the texts of both licences, which stand at the top of the project.
import { copyFileSync } from 'node:fs'

for (const name of ['LICENSE-APACHE', 'LICENSE-MIT']) {
  copyFileSync(new URL(`../../${name}`, import.meta.url), new URL(name, import.meta.url))
}
