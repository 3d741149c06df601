import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';

/* Loaded when someone reaches for a passkey: a sign-in by password needs none of it. */

type Json = Readonly<Record<string, unknown>>;

/** Whether this browser and this address can use passkeys. */
export const takesPasskeys = (): boolean => window.isSecureContext && 'PublicKeyCredential' in window;

/** Has the browser make a passkey. Throws when the person cancels or their device can't. */
export async function makePasskey(options: Json): Promise<Record<string, unknown>> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  return { ...(await startRegistration({ optionsJSON })) };
}

/** Has the browser show a passkey. Throws when the person cancels or has none here. */
export async function showPasskey(options: Json): Promise<Record<string, unknown>> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return { ...(await startAuthentication({ optionsJSON })) };
}
