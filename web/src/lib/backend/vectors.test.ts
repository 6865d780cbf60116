import { expect, test } from 'vitest'
import { runsModules } from './vectors'

test('a browser with vectors runs the modules, one without WebAssembly does not', () => {
  expect(runsModules()).toBe(true)
  expect(runsModules({ validate: () => false } as unknown as typeof WebAssembly)).toBe(false)
})
