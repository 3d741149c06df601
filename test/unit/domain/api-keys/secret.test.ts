import { crc32 } from 'node:zlib';
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isSecret, looksLikeSecret, secretFrom } from '../../../../domain/api-keys/secret.ts';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const secret = secretFrom(new Uint8Array(64).map((_, index) => index * 3))!;

describe('the secret of an API key', () => {
  it('is thirty letters and digits, and six that check them as any CRC-32 does', () => {
    expect(secret).toMatch(/^bk_live_[0-9A-Za-z]{36}$/);
    let rest = crc32(secret.slice(0, -6));
    let check = '';
    for (let index = 0; index < 6; index += 1) {
      check = digits[rest % 62]! + check;
      rest = Math.floor(rest / 62);
    }
    expect(secret.slice(-6)).toBe(check);
  });

  it('is refused with any one character changed, left out or added', () => {
    expect(isSecret(secret)).toBe(true);
    for (let at = 0; at < secret.length; at += 1) {
      const other = secret[at] === 'x' ? 'y' : 'x';
      expect(isSecret(secret.slice(0, at) + other + secret.slice(at + 1))).toBe(false);
      expect(isSecret(secret.slice(0, at) + secret.slice(at + 1))).toBe(false);
      expect(isSecret(secret.slice(0, at) + other + secret.slice(at))).toBe(false);
    }
    for (const token of ['', 'bk_live_', `${secret}\n`, secret.toUpperCase()]) expect(isSecret(token)).toBe(false);
  });

  it('is told from the token of a session', () => {
    expect(looksLikeSecret(secret)).toBe(true);
    expect(looksLikeSecret('bk_test_1')).toBe(true);
    for (let round = 0; round < 1_000; round += 1) {
      // A session's token is 43 characters; one in 16 million begins this way, and then has not the length of a key.
      const token = randomBytes(32).toString('base64url');
      expect(isSecret(token)).toBe(false);
    }
  });

  it('favors no digit', () => {
    const counts = new Map<string, number>();
    for (let round = 0; round < 2_000; round += 1)
      for (const digit of secretFrom(randomBytes(64))!.slice(8, 38)) counts.set(digit, (counts.get(digit) ?? 0) + 1);
    expect(counts.size).toBe(62);
    // 968 of each are expected, give or take 31; with all bytes taken, the first eight digits would come 1,172 times.
    for (const count of counts.values()) expect(Math.abs(count - 968)).toBeLessThan(180);
    expect(secretFrom(new Uint8Array(64).fill(255))).toBeNull();
  });
});
