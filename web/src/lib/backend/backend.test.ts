import { expect, test } from 'vitest'
import { en } from '../i18n/en'
import { localBackend } from './local/client'
import { server } from './server'

test('the words are true of the hall that says them', () => {
  expect(server.words(en)).toBe(en)
  const here = localBackend().words(en)
  const { lost, games, file } = en.home.local
  expect([here.common.offline, here.common.connectionLost, here.play.connectionLost]).toEqual([
    lost,
    lost,
    lost,
  ])
  expect(here.home.rooms.games).toBe(games)
  expect(here.home.local.file.about).toBe(file.aboutHere)
  expect(here.problems['engine-failed']).toBe(en.problems['engine-failed-here'])
})

test('a server has addresses and no parts, a hall in the browser has parts and no addresses', () => {
  const local = localBackend()
  expect(server.addressOf?.('/api/x')).toBe(`${location.origin}/api/x`)
  expect([server.parts, local.addressOf]).toEqual([undefined, undefined])
  expect(local.parts?.coming).toBe(null)
  expect(local.refusal).toBeUndefined()
  expect(local.path).toBe('/')
})
