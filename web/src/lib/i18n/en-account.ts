// Accounts, in English.

import type { TokenScope } from '../types'

export const enAccount = {
  title: 'Account',
  titles: { in: 'Sign in', up: 'Make an account', forgotten: 'Set a new password' },
  about: {
    in: 'You are the same person in every browser where you sign in.',
    up: 'Your games, studies and progress of this browser become the account’s. There is no e-mail.',
    forgotten: 'The recovery code was shown when the account was made. It works once.',
  },
  ways: {
    in: 'I have an account',
    up: 'Make an account',
    forgotten: 'I have forgotten the password',
  },
  name: 'Name',
  password: 'Password',
  oldPassword: 'Present password',
  newPassword: 'New password (10 characters or more)',
  code: 'Recovery code',
  codeTitle: 'Your recovery code',
  tokenTitle: 'The new token',
  once: 'Write it down: it is shown only now.',
  written: 'I have it',
  signOut: 'Sign out',
  signedInAs: (name: string) => `You are signed in as ${name}.`,
  sessions: 'Signed in',
  thisOne: 'This browser',
  browser: 'A browser',
  lastUsed: (time: string) => `Last used ${time}`,
  end: 'Sign out there',
  endOthers: 'Sign out everywhere else',
  keepPreferences: 'Keep these settings for the account',
  preferencesKept: 'A browser that signs in takes these settings over.',
  changePassword: 'Change the password',
  changeAbout: 'All other browsers are signed out.',
  changed: 'The password is changed.',
  newCode: 'Another recovery code',
  tokens: 'Other programs',
  tokensAbout: 'A token lets a program act for you, as far as you allow it here.',
  tokenLabel: 'Name of the program',
  newToken: 'Make a token',
  revoke: 'Revoke',
  scopes: {
    read: 'See what I see',
    play: 'Make games and move',
    study: 'Make and change studies',
  } as Record<TokenScope, string>,
}

export const enAccountProblems = {
  'not-signed-in': 'The name or the password is not right.',
  'not-recovered': 'The name or the recovery code is not right.',
  'wrong-password': 'This is not the present password.',
  'weak-password':
    'A password has 10 characters or more, and is none of those that are tried first. Take some words.',
  'too-often': 'Too many attempts. Wait a moment before the next one.',
  'name-taken': 'This name is taken, or looks like one that is.',
  'name-of-account': 'The name of an account stays.',
  'no-account': 'Sign in first.',
  'no-accounts': 'This hall has no accounts.',
  'needs-tls': 'Passwords are taken over https only.',
  'signed-in': 'Sign out before you make another account.',
  'bad-token-form': 'A token needs a name and something that it is good for.',
}
