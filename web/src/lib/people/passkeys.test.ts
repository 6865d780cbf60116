import { expect, test } from 'vitest'
import { bytes, NoPasskey, text } from './passkeys'

test('bytes and their text are the same', () => {
  const all = Uint8Array.from({ length: 256 }, (_, i) => i)
  expect(text(bytes('_-8').buffer)).toBe('_-8')
  expect(bytes(text(all.buffer))).toEqual(all)
  expect(text(new ArrayBuffer(0))).toBe('')
})

test('who does not want to is no error', () => {
  const of = (name: string) => new NoPasskey(new DOMException('', name)).reason
  expect(of('NotAllowedError')).toBe('cancelled')
  expect(of('AbortError')).toBe('cancelled')
  expect(of('InvalidStateError')).toBe('known')
  expect(of('SecurityError')).toBe('failed')
  expect(new NoPasskey(new Error('x')).reason).toBe('failed')
})
