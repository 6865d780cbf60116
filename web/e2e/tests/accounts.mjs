// An account in two browsers: signing up, in and out, the recovery code, and what is refused in words.

import assert from 'node:assert/strict'
import { examine } from '../axe.mjs'
import { desktop, openPage, phone, startHall, test } from '../hall.mjs'

const PASSWORD = 'correct horse battery'

async function settings(page, hall) {
  await page.goto(hall.url + '/#/settings')
  await page.getByRole('heading', { name: 'Settings' }).waitFor()
}

async function sign(page, way, name, password) {
  const form = page.getByRole('form', { name: way })
  await form.getByLabel('Name', { exact: true }).fill(name)
  await form.getByLabel(/assword/).fill(password)
  await form.getByRole('button', { name: way, exact: true }).first().click()
}

test('accounts: a guest signs up, and is the same person in another browser', async ({ t }) => {
  const hall = await startHall(t, { own: true, config: () => 'mode = "public"\n' })
  const ada = await openPage(t, { viewport: desktop })
  const other = await openPage(t, { viewport: phone, expected: /403/ })
  await settings(ada, hall)
  await ada.getByRole('button', { name: 'Make an account' }).click()
  await sign(ada, 'Make an account', 'Ada', PASSWORD)
  await ada.getByRole('heading', { name: 'Your recovery code' }).waitFor()
  const code = await ada.locator('.secret').textContent()
  assert.match(code, /^([A-Z0-9]{5}-){3}[A-Z0-9]{5}$/)
  await ada.getByRole('button', { name: 'I have it' }).click()
  await ada.getByText('You are signed in as Ada.').waitFor()
  await examine(ada, 'accounts: signed in')
  const { person } = await ada.evaluate(() => fetch('/api/me').then((it) => it.json()))

  await settings(other, hall)
  await sign(other, 'Sign in', 'Ada', 'not her password')
  await other.getByText('The name or the password is not right.').waitFor()
  await sign(other, 'Sign in', 'Ada', PASSWORD)
  await other.getByText('You are signed in as Ada.').waitFor()
  const same = await other.evaluate(() => fetch('/api/me').then((it) => it.json()))
  assert.equal(same.person.id, person.id)
  await examine(other, 'accounts: signed in on a phone')

  // A token is shown once; ending the other browser's session signs it out.
  await ada.reload()
  await ada.getByText('Other programs').click()
  await ada.getByLabel('Name of the program').fill('A program')
  await ada.getByRole('button', { name: 'Make a token' }).click()
  await ada.getByText(/^yiqi_/).waitFor()
  await ada.getByRole('button', { name: 'Sign out there' }).click()
  await ada.getByRole('button', { name: 'Sign out there' }).waitFor({ state: 'detached' })
  await other.reload()
  await other.getByRole('heading', { name: 'Sign in' }).waitFor()
})
