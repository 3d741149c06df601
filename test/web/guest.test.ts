import { describe, expect, test } from 'vitest';
import { LoginRequest } from '../../api/contract/session.ts';
import { EmailAddress } from '../../api/contract/fields.ts';
import { emailFault, newPasswordFault, passwordFault } from '../../web/screens/guest/rules.ts';

/** The sign-in says the plain cases itself, without the contract's schemas: the two must not part. */
const messageOf = (result: { error?: { issues: { message: string }[] } | undefined }) =>
  result.error?.issues[0]?.message ?? null;

describe('the rules of the sign-in', () => {
  test.each(['a@b.co', 'first.last+tag@sub.example.museum', "o'neil@demo.test", 'A@EXAMPLE.COM'])(
    'take %s, as the contract does',
    (email) => {
      expect([messageOf(EmailAddress.safeParse(email)), emailFault(email)]).toEqual([null, null]);
    },
  );
  test.each(['', ' ', 'a', 'a@b', '@b.co', 'a b@c.de', 'a@b.c'])(
    'refuse “%s” in the words of the contract',
    (email) => {
      const words = messageOf(EmailAddress.safeParse(email));
      expect(words).not.toBeNull();
      expect(emailFault(email)).toBe(words);
    },
  );
  test('a password is asked for in the words of the contract', () => {
    expect(passwordFault('')).toBe(messageOf(LoginRequest.shape.password.safeParse('')));
    expect(passwordFault('x')).toBeNull();
    expect(newPasswordFault('1234567')).toBe('A password has at least 8 characters.');
    expect(newPasswordFault('12345678')).toBeNull();
  });
});
