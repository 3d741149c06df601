import { randomInt } from 'node:crypto';
import type { Vault } from '../../adapters/vault/port.ts';
import { recoveryCodeCount } from '../../domain/users/second-factor.ts';

/** Without letters and digits that look alike. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const groups = 3;
const perGroup = 5;

/** Ten codes of 74 random bits each, such as `k3m9p-x7qra-2vhtd`. */
export const newRecoveryCodes = (): readonly string[] =>
  Array.from({ length: recoveryCodeCount }, () =>
    Array.from({ length: groups }, () =>
      Array.from({ length: perGroup }, () => alphabet[randomInt(alphabet.length)]!).join(''),
    ).join('-'),
  );

/** A digest with the installation's key: whoever reads the log can't try codes against it. Upper case and signs between don't count. */
export const recoveryDigest = (vault: Pick<Vault, 'fingerprint'>, userId: string, code: string): string =>
  vault.fingerprint(`recovery-code/${userId}/${code.toLowerCase().replaceAll(/[^a-z0-9]/gu, '')}`);
