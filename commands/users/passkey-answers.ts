import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';

/** Where a passkey is used: it works on this host only, and answers of a page from elsewhere are refused. */
export interface PasskeyPlace {
  readonly host: string;
  readonly origin: string;
}

/** What the vault keeps of a passkey. No secret: the key that signs never leaves the device. */
export interface KeptPasskey {
  readonly credentialId: string;
  /** base64url. */
  readonly publicKey: string;
  readonly transports: readonly string[];
}

/** Loaded when someone first needs it: most processes never do. */
const library = () => import('@simplewebauthn/server');

/** EdDSA, ES256 and RS256: between them every device has one. */
const algorithms = [-8, -7, -257];

/** Milliseconds that the browser's dialog stays open. */
const timeout = 5 * 60_000;

/** `handle` names the user to their device and is no datum of a person; `known` are those they have on this host. */
export const registrationOptions = async ({
  place,
  brand,
  userName,
  handle,
  known,
}: {
  readonly place: PasskeyPlace;
  readonly brand: string;
  readonly userName: string;
  readonly handle: Uint8Array;
  readonly known: readonly KeptPasskey[];
}) =>
  (await library()).generateRegistrationOptions({
    rpName: brand,
    rpID: place.host,
    userName,
    userID: new Uint8Array(handle),
    timeout,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    excludeCredentials: known.map(({ credentialId: id, transports }) => ({ id, transports: [...transports] })),
  });

/** `allowed` null: whichever passkey of this host the person chooses, who has to unlock it then. */
export const authenticationOptions = async (place: PasskeyPlace, allowed: readonly KeptPasskey[] | null) =>
  (await library()).generateAuthenticationOptions({
    rpID: place.host,
    timeout,
    userVerification: allowed === null ? 'required' : 'preferred',
    ...(allowed === null ?
      {}
    : { allowCredentials: allowed.map(({ credentialId: id, transports }) => ({ id, transports: [...transports] })) }),
  });

/** What a device answered to registration options; null: it proves nothing here. */
export async function verifyRegistration(
  response: unknown,
  { challenge, place }: { readonly challenge: string; readonly place: PasskeyPlace },
): Promise<{ readonly passkey: KeptPasskey; readonly counter: number } | null> {
  const { verifyRegistrationResponse } = await library();
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: place.origin,
      expectedRPID: place.host,
      requireUserVerification: false,
      supportedAlgorithmIDs: algorithms,
    });
    if (!verified) return null;
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
    const passkey = { credentialId: id, publicKey: Buffer.from(publicKey).toString('base64url'), transports };
    return { passkey, counter };
  } catch {
    // The library throws for whatever is malformed, of another origin, host or challenge.
    return null;
  }
}

/** The id of the passkey that an answer says it is of; null: it says none. */
export const credentialIdOf = (response: unknown): string | null => {
  const id = (response as { id?: unknown } | null)?.id;
  return typeof id === 'string' && /^[\w-]{1,1400}$/u.test(id) ? id : null;
};

/** What a device answered to authentication options; null: it proves nothing here. */
export async function verifyAuthentication(
  response: unknown,
  {
    challenge,
    place,
    passkey,
    counter,
    unlocked,
  }: {
    readonly challenge: string;
    readonly place: PasskeyPlace;
    readonly passkey: KeptPasskey;
    readonly counter: number;
    /** It has to be unlocked (fingerprint, face, PIN), not only touched. */
    readonly unlocked: boolean;
  },
): Promise<{ readonly counter: number } | null> {
  const { verifyAuthenticationResponse } = await library();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: place.origin,
      expectedRPID: place.host,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        counter,
        transports: [...passkey.transports],
      },
      requireUserVerification: unlocked,
    });
    return verified ? { counter: authenticationInfo.newCounter } : null;
  } catch {
    return null;
  }
}
