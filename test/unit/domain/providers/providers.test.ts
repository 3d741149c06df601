import { expect, test } from 'vitest';
import { fold } from '../../../../domain/kernel/decider.ts';
import {
  keepAccount,
  mask,
  newestEmailAccount,
  Providers,
  removeAccount,
} from '../../../../domain/providers/providers.ts';

const owner = { ownerKind: 'agency', ownerId: '00000000-0000-4000-8000-000000000001' } as const;
const account = (secretRef: string) => ({ secretRef, masked: {}, fromEmail: 'a@b.test', fromName: null, trial: false });

test('an account takes the place of the one before; taking away what is not there is no news', () => {
  const two = fold(Providers, [
    ...keepAccount(owner, 'twilio', account('one')),
    ...keepAccount(owner, 'twilio', account('two')),
  ]);
  expect(two.twilio?.secretRef).toBe('two');
  expect(
    fold(Providers, [...keepAccount(owner, 'twilio', account('one')), ...removeAccount(owner, 'twilio', two)]),
  ).toEqual({});
  expect(removeAccount(owner, 'ses', two)).toEqual([]);
});

test('email goes out with what was set up last, whatever came before', () => {
  const events = [
    ...keepAccount(owner, 'sendgrid', account('a')),
    ...keepAccount(owner, 'ses', account('b')),
    ...keepAccount(owner, 'sendgrid', account('c')),
    ...keepAccount(owner, 'twilio', account('d')),
  ];
  expect(newestEmailAccount(fold(Providers, events))).toMatchObject({
    provider: 'sendgrid',
    account: { secretRef: 'c' },
  });
  expect(newestEmailAccount(fold(Providers, keepAccount(owner, 'twilio', account('d'))))).toBeNull();
});

test('a mask shows enough to recognise an account and never a secret', () => {
  expect(
    mask({
      account_sid: `AC${'12'.repeat(15)}9f`,
      auth_token: 'abcdefghijklmnopqrstk4Xw',
      domain: 'mg.example.com',
      region: 'eu',
    }),
  ).toEqual({ account_sid: 'AC12…129f', auth_token: '••••k4Xw', domain: 'mg.example.com', region: 'eu' });
  for (const short of ['', 'x', 'short-secret', '123456789012345'])
    expect(mask({ api_key: short })).toEqual({ api_key: '••••' });
});
