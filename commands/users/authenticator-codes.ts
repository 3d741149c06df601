/** Codes that an authenticator app shows: six digits, another every 30 seconds (RFC 6238). */
const digits = /^\d{6}$/;
/** Seconds that a clock may be off: the code before and the code after are taken. */
const drift = 30;

/** Loaded when someone first needs it: most processes never do. */
const library = () => import('otplib');

/** 160 random bits in base32, as apps take them. */
export const newAuthenticatorSecret = async (): Promise<string> => (await library()).generateSecret();

/** What an app reads from a QR code. `label` tells accounts apart in it. */
export const authenticatorUri = async (given: {
  readonly issuer: string;
  readonly label: string;
  readonly secret: string;
}): Promise<string> => (await library()).generateURI(given);

/** The step of time that a code belongs to, null: it is none of the secret's now. Compared in constant time. */
export async function stepOfCode(secret: string, code: string, at: Date): Promise<number | null> {
  const token = code.replaceAll(/\s/gu, '');
  if (!digits.test(token)) return null;
  const { verify } = await library();
  const epoch = Math.floor(at.getTime() / 1_000);
  const result = await verify({ secret, token, epoch, epochTolerance: drift });
  return result.valid && 'timeStep' in result ? result.timeStep : null;
}
