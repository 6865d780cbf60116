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

/** A page with a device that has verified who uses it, and makes passkeys without asking. */
async function withDevice(page) {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const ask = (method, more) => cdp.send(`WebAuthn.${method}`, { authenticatorId, ...more })
  return { ask, verified: (isUserVerified) => ask('setUserVerified', { isUserVerified }) }
}

const byPasskey = (page) => page.getByRole('button', { name: 'Sign in with a passkey' })
const passkeys = (page) => page.locator('details', { hasText: 'Passkeys' })
const signedIn = (page) => page.getByText('You are signed in as Ada Lovelace.').waitFor()
const signOut = (page) => page.getByRole('button', { name: 'Sign out', exact: true }).click()

/** Ada signs up where the hall has a name, and opens the passkeys. */
async function signUp(page, hall) {
  await settings(page, { url: `http://localhost:${hall.port}` })
  await byPasskey(page).waitFor()
  await page.getByRole('button', { name: 'Make an account' }).click()
  await sign(page, 'Make an account', 'Ada Lovelace', PASSWORD)
  await page.getByRole('button', { name: 'I have it' }).click()
  await signedIn(page)
  await page.getByText('Passkeys', { exact: true }).click()
}

async function addPasskey(page, password = PASSWORD) {
  await passkeys(page).getByLabel('Present password').fill(password)
  await passkeys(page).getByRole('button', { name: 'Add a passkey' }).click()
}

test('accounts: a passkey signs in without name and password, until it is removed', async ({
  t,
}) => {
  const hall = await startHall(t, { own: true, config: () => 'mode = "public"\n' })
  const page = await openPage(t, { viewport: phone, expected: /403/ })
  const device = await withDevice(page)
  // Browsers have passkeys for names, and not for addresses.
  await settings(page, hall)
  await page.getByRole('form', { name: 'Sign in' }).waitFor()
  assert.equal(await byPasskey(page).count(), 0)
  await signUp(page, hall)
  await addPasskey(page)
  await page.getByText('The passkey is added.').waitFor()
  await passkeys(page).getByRole('listitem').waitFor()
  await examine(page, 'accounts: passkeys on a phone')
  // The device has one of this account.
  await addPasskey(page)
  await page.getByText('There is a passkey of this account on this device.').waitFor()
  assert.equal((await device.ask('getCredentials')).credentials.length, 1)
  // A refusal is seen beside the field that it is about, also in a low window.
  await page.setViewportSize({ width: 844, height: 390 })
  await addPasskey(page, 'not her password')
  const refusal = page.getByText('This is not the present password.')
  await refusal.waitFor()
  await passkeys(page).getByLabel('Present password').scrollIntoViewIfNeeded()
  const { y, height } = await refusal.boundingBox()
  assert.ok(y >= 0 && y + height <= 390, `the refusal stands at ${y}`)
  await page.setViewportSize(phone)

  await signOut(page)
  // Who does not want to is told nothing.
  await device.verified(false)
  await byPasskey(page).click()
  await page.waitForFunction(() => !document.querySelector('form[aria-labelledby] button:disabled'))
  assert.equal(await page.getByRole('alert').count(), 0)
  await device.verified(true)
  await byPasskey(page).click()
  await signedIn(page)

  await page.getByText('Passkeys', { exact: true }).click()
  await passkeys(page).getByRole('button', { name: 'Remove' }).click()
  await passkeys(page).getByRole('listitem').waitFor({ state: 'detached' })
  await signOut(page)
  await byPasskey(page).click()
  await page.getByText('This passkey cannot be used here. It may have been removed.').waitFor()
  await examine(page, 'accounts: a passkey is refused')
})

test('accounts: a browser that does not read the questions as JSON has passkeys, too', async ({
  t,
}) => {
  const hall = await startHall(t, { own: true, config: () => 'mode = "public"\n' })
  const page = await openPage(t)
  await page.addInitScript(() => {
    delete PublicKeyCredential.parseCreationOptionsFromJSON
    delete PublicKeyCredential.parseRequestOptionsFromJSON
    delete PublicKeyCredential.prototype.toJSON
  })
  await withDevice(page)
  await signUp(page, hall)
  await addPasskey(page)
  await page.getByText('The passkey is added.').waitFor()
  await addPasskey(page)
  await page.getByText('There is a passkey of this account on this device.').waitFor()
  await signOut(page)
  await byPasskey(page).click()
  await signedIn(page)
})
