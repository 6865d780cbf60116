// Passkeys: what the browser and its authenticators do with the questions of the hall.

import { ApiError } from '../api'
import { problemText, t } from '../i18n/index.svelte'

/** Whether this browser has passkeys at all. */
export const canUsePasskeys = (): boolean => typeof window.PublicKeyCredential === 'function'

/** Why there is no answer: the person did not want to, there is one already, or it cannot be done here. */
export class NoPasskey extends Error {
  readonly reason: 'cancelled' | 'known' | 'failed'

  constructor(error: unknown) {
    super(String(error))
    const name = error instanceof DOMException ? error.name : ''
    this.reason =
      name === 'NotAllowedError' || name === 'AbortError'
        ? 'cancelled'
        : name === 'InvalidStateError'
          ? 'known'
          : 'failed'
  }
}

/** What is said of an error, also of one that has nothing to do with passkeys; '' when there is nothing to say. */
export function problemOf(error: unknown): string {
  if (error instanceof ApiError) return problemText(error.problem)
  if (!(error instanceof NoPasskey)) return String(error)
  const { passkeyKnown, passkeyFailed } = t().account
  return { cancelled: '', known: passkeyKnown, failed: passkeyFailed }[error.reason]
}

interface Descriptor {
  id: string
  type: 'public-key'
}

type Creation = PublicKeyCredentialCreationOptionsJSON
type Request = PublicKeyCredentialRequestOptionsJSON

/** The bytes of a text in base64url. */
export function bytes(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(plain, (sign) => sign.charCodeAt(0))
}

/** Bytes as a text in base64url, without padding. */
export function text(of: ArrayBuffer): string {
  const plain = String.fromCharCode(...new Uint8Array(of))
  return btoa(plain).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

const withBytes = (all: Descriptor[] | undefined) =>
  (all ?? []).map((it) => ({ type: it.type, id: bytes(it.id) }))

function creation(options: Creation): PublicKeyCredentialCreationOptions {
  if (PublicKeyCredential.parseCreationOptionsFromJSON)
    return PublicKeyCredential.parseCreationOptionsFromJSON(options)
  return {
    ...(options as unknown as PublicKeyCredentialCreationOptions),
    challenge: bytes(options.challenge),
    user: { ...options.user, id: bytes(options.user.id) },
    excludeCredentials: withBytes(options.excludeCredentials as Descriptor[]),
  }
}

function request(options: Request): PublicKeyCredentialRequestOptions {
  if (PublicKeyCredential.parseRequestOptionsFromJSON)
    return PublicKeyCredential.parseRequestOptionsFromJSON(options)
  return {
    ...(options as unknown as PublicKeyCredentialRequestOptions),
    challenge: bytes(options.challenge),
    allowCredentials: withBytes(options.allowCredentials as Descriptor[]),
  }
}

/** What the hall is told of an answer. */
function told(credential: Credential | null): unknown {
  const key = credential as PublicKeyCredential
  if (typeof key.toJSON === 'function') return key.toJSON()
  const head = { id: key.id, rawId: key.id, type: key.type, clientExtensionResults: {} }
  const clientDataJSON = text(key.response.clientDataJSON)
  if (key.response instanceof AuthenticatorAttestationResponse) {
    const { attestationObject } = key.response
    const transports = key.response.getTransports?.() ?? []
    const response = { clientDataJSON, attestationObject: text(attestationObject), transports }
    return { ...head, response }
  }
  const { authenticatorData, signature, userHandle } =
    key.response as AuthenticatorAssertionResponse
  const response = {
    clientDataJSON,
    authenticatorData: text(authenticatorData),
    signature: text(signature),
    userHandle: userHandle && text(userHandle),
  }
  return { ...head, response }
}

async function asked(work: () => Promise<Credential | null>): Promise<unknown> {
  try {
    return told(await work())
  } catch (error) {
    throw new NoPasskey(error)
  }
}

/** Has an authenticator make a passkey. */
export const make = (options: Creation) =>
  asked(() => navigator.credentials.create({ publicKey: creation(options) }))

/** Has an authenticator sign with one. */
export const sign = (options: Request) =>
  asked(() => navigator.credentials.get({ publicKey: request(options) }))
