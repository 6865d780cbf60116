// The whole module out of its two files, by the page's own code.

import fs from 'node:fs'
import ts from 'typescript'

const source = new URL('../src/lib/backend/local/joined.ts', import.meta.url)
const { ESNext: target } = ts.ScriptTarget
const { outputText } = ts.transpileModule(fs.readFileSync(source, 'utf8'), {
  compilerOptions: { target, module: ts.ModuleKind.ESNext },
})
const code = Buffer.from(outputText).toString('base64')
export const { joined, lacking } = await import(`data:text/javascript;base64,${code}`)
