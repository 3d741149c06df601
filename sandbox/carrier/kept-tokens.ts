import type { Seal } from '../store/seal.ts';
import type { CarrierLine } from './records.ts';

/**
 * A line as it is written: an account's token may be a real one (a tenant types it in before it notices that this is
 * the sandbox), so it is sealed. Without a seal it is left out, and the account gets it back at its next sign-in.
 */
export function toKeep(line: CarrierLine, seal: Seal | null): CarrierLine {
  if (line.k !== 'account') return line;
  const { authToken, ...account } = line.account;
  return { k: 'account', account: { ...account, authToken: '', sealedToken: seal?.seal(authToken) ?? '' } };
}

/** The line as it was. An older version wrote tokens in the clear. */
export function fromKept(line: CarrierLine, seal: Seal | null): CarrierLine {
  if (line.k !== 'account' || hasClearToken(line)) return line;
  const { sealedToken = '', ...account } = line.account;
  return { k: 'account', account: { ...account, authToken: seal?.open(sealedToken) ?? '' } };
}

export const hasClearToken = (line: CarrierLine): boolean => line.k === 'account' && line.account.authToken !== '';
