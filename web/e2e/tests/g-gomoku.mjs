// Gomoku and renju: a game won, what is forbidden, a careful finger, an opening.

import {
  assert,
  hear,
  moveCount,
  named,
  openGame,
  openPage,
  people,
  phone,
  pick,
  point,
  startHall,
} from '../hall.mjs'

const wins = ['h8', 'h9', 'i8', 'i9', 'j8', 'j9', 'k8', 'k9', 'l8']

export const tests = {
  'gomoku: freestyle against oneself, won by clicks': async (t) => {
    const hall = await startHall(t)
    const page = await openPage(t)
    await page.goto(`${hall.url}/#/new`)
    await pick(page, 'Gomoku')
    await pick(page, 'Two people')
    await page.getByRole('button', { name: 'Start game' }).click()
    await point(page, 'h8').waitFor()
    for (const [i, at] of wins.entries()) {
      await point(page, at).click()
      await moveCount(page, i + 1)
    }
    await hear(page, /Black wins with five in a row/)
    await named(page, /^l8 black stone.*part of the five/)
    assert.equal(await page.locator('path.five').count(), 1)
  },

  'gomoku: renju says what is forbidden and why': async (t) => {
    const hall = await startHall(t)
    const page = await openPage(t)
    const moves = ['h8', 'a1', 'i8', 'c1', 'g7', 'e1', 'g6', 'a3']
    await openGame(hall, page, { variant: 'renju', players: people, moves })
    await named(page, /^g8 empty, forbidden: double three/)
    await point(page, 'g8').click()
    await page.getByText('Black may not play G8: it would make a double three.').first().waitFor()
    await moveCount(page, moves.length)
  },

  'gomoku: on a phone a finger is asked to confirm': async (t) => {
    const hall = await startHall(t)
    const page = await openPage(t, { viewport: phone, hasTouch: true, isMobile: true })
    await openGame(hall, page, { variant: 'gomoku', players: people })
    await point(page, 'h8').tap()
    await page.getByRole('button', { name: 'Place at H8' }).tap()
    await moveCount(page, 1)
    await point(page, 'i9').tap()
    await point(page, 'i9').tap()
    await moveCount(page, 2)
  },

  'gomoku: swap2 explains the choice': async (t) => {
    const hall = await startHall(t)
    const page = await openPage(t)
    await openGame(hall, page, { variant: 'gomoku', players: people, opening: 'swap2' })
    const box = page.getByTestId('opening')
    await box.getByText('Put a black stone anywhere on the board').waitFor()
    for (const [i, at] of ['h8', 'i9', 'g7'].entries()) {
      await point(page, at).click()
      await moveCount(page, i + 1)
    }
    await box.getByRole('button', { name: /Put two more stones/ }).waitFor()
    await box.getByRole('button', { name: /Take Black/ }).click()
    await box.waitFor({ state: 'detached' })
    await point(page, 'h9').click()
    await named(page, /^h9 white stone/)
  },
}
