// The account that is signed in, and what the hall keeps for it.

import { ask, json } from '../api'
import { choose, prefs, readPrefs } from '../prefs.svelte'
import type { MyAccount, Me, RecoveryCode, TokenScope } from '../types'
import { begin, end } from './kept-progress'
import { me } from './me.svelte'
import { make, sign } from './passkeys'

const KEPT = '/api/account/kept'

interface Kept {
  preferences?: unknown
}

/** Takes over what the hall keeps; a new account gets what this browser has. */
async function takeOver(): Promise<void> {
  const kept = await json<Kept>(KEPT)
  if (kept.preferences) choose(readPrefs(JSON.stringify(kept.preferences)))
  else await keepPreferences()
  await begin()
}

/** Keeps the preferences of this browser for the account. */
export async function keepPreferences(): Promise<void> {
  await ask(`${KEPT}/preferences`, 'PUT', $state.snapshot(prefs))
}

export const account = {
  signUp: async (name: string, password: string): Promise<string> => {
    const made = await json<RecoveryCode>('/api/account', 'POST', { name, password })
    me.value = made.me
    await takeOver()
    return made.code
  },
  signIn: async (name: string, password: string): Promise<void> => {
    me.value = await json<Me>('/api/account/sign-in', 'POST', { name, password })
    await takeOver()
  },
  signInByPasskey: async (): Promise<void> => {
    const options = await json<PublicKeyCredentialRequestOptionsJSON>(
      '/api/account/sign-in/challenge',
      'POST',
    )
    me.value = await json<Me>('/api/account/sign-in/passkey', 'POST', await sign(options))
    await takeOver()
  },
  addPasskey: async (password: string): Promise<MyAccount> => {
    const options = await json<PublicKeyCredentialCreationOptionsJSON>(
      '/api/account/passkeys/challenge',
      'POST',
      { password },
    )
    return json<MyAccount>('/api/account/passkeys', 'POST', await make(options))
  },
  removePasskey: (id: string) =>
    json<MyAccount>(`/api/account/passkeys/${encodeURIComponent(id)}`, 'DELETE'),
  signOut: async (): Promise<void> => {
    await ask('/api/account/sign-out', 'POST')
    end()
    me.value = await json<Me>('/api/me')
  },
  recover: async (name: string, code: string, password: string): Promise<string> => {
    const form = { name, code, password }
    const made = await json<RecoveryCode>('/api/account/recovery', 'POST', form)
    me.value = made.me
    await takeOver()
    return made.code
  },
  newCode: async (password: string): Promise<string> =>
    (await json<RecoveryCode>('/api/account/recovery-code', 'POST', { password })).code,
  changePassword: async (old: string, next: string): Promise<void> => {
    me.value = await json<Me>('/api/account/password', 'PUT', { old, new: next })
  },
  load: () => json<MyAccount>('/api/account'),
  /** Ends a session or a token; `others`: all other sessions. */
  end: (id: string) => json<MyAccount>(`/api/account/sessions/${encodeURIComponent(id)}`, 'DELETE'),
  newToken: async (label: string, scopes: TokenScope[]): Promise<string> =>
    (await json<{ token: string }>('/api/account/tokens', 'POST', { label, scopes })).token,
}
