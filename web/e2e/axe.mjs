// The findings of axe, which checks accessibility.

import assert from 'node:assert/strict'
import fs from 'node:fs'
import { createRequire } from 'node:module'

const axe = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Fails with every rule that the shown page breaks. */
export async function examine(page, where) {
  await page.evaluate(axe)
  const found = await page.evaluate(() =>
    globalThis.axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      // What is in order is not described.
      resultTypes: ['violations'],
    }),
  )
  const broken = found.violations.map(
    (v) =>
      `${where}: ${v.id}: ${v.help}\n  ${v.nodes
        .slice(0, 3)
        .map((n) => `${n.target}: ${n.failureSummary}`)
        .join('\n  ')}`,
  )
  assert.deepEqual(broken, [], broken.join('\n'))
}
