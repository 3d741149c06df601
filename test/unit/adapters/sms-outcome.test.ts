import { describe, expect, it } from 'vitest';
import { toCarrierStatus } from '../../../adapters/sms/twilio/carrier.ts';
import { retryAfterMs } from '../../../adapters/sms/failures.ts';
import { outcomeOfFailure } from '../../../adapters/sms/twilio/outcome.ts';
import { outcomeOfSmtpFailure } from '../../../adapters/email/smtp/provider.ts';

const failure = (fields: object) => Object.assign(new Error('x'), fields);

describe('what a failed request to Twilio means', () => {
  it('is a refusal only with an answer below 500', () => {
    expect(outcomeOfFailure(failure({ status: 400, code: 21610 }))).toMatchObject({
      kind: 'rejected',
      errorCode: 21610,
    });
    expect(outcomeOfFailure(failure({ status: 500, code: 20500 }))).toMatchObject({ kind: 'unknown' });
    expect(outcomeOfFailure(failure({ status: 503 }))).toMatchObject({ kind: 'unknown' });
    expect(outcomeOfFailure(failure({ status: 408 }))).toMatchObject({ kind: 'unknown' });
    expect(outcomeOfFailure(failure({ status: 302 }))).toMatchObject({ kind: 'unknown' });
  });

  it('is certain when no connection ever stood, and open when one was lost', () => {
    expect(outcomeOfFailure(failure({ code: 'ECONNREFUSED' }))).toMatchObject({ kind: 'unreachable' });
    expect(outcomeOfFailure(failure({ code: 'ERR_NETWORK', cause: failure({ code: 'ENOTFOUND' }) }))).not.toMatchObject(
      { kind: 'rejected' },
    );
    expect(
      outcomeOfFailure(failure({ code: 'ETIMEDOUT', cause: failure({ code: 'ETIMEDOUT', syscall: 'connect' }) })),
    ).toMatchObject({ kind: 'unreachable' });
    expect(outcomeOfFailure(failure({ code: 'ECONNRESET' }))).toMatchObject({ kind: 'unknown' });
    expect(outcomeOfFailure(failure({ code: 'ECONNABORTED' }))).toMatchObject({ kind: 'unknown' });
    expect(outcomeOfFailure('?')).toMatchObject({ kind: 'unknown' });
  });

  it('reads Retry-After in seconds and as a date, within bounds', () => {
    const now = new Date('2026-01-01T00:00:00Z');
    expect(retryAfterMs('3', now)).toBe(3_000);
    expect(retryAfterMs('Thu, 01 Jan 2026 00:00:10 GMT', now)).toBe(10_000);
    expect(retryAfterMs('Thu, 01 Jan 2025 00:00:10 GMT', now)).toBe(1);
    expect(retryAfterMs('999999', now)).toBe(900_000);
    expect(retryAfterMs(null, now)).toBe(1_000);
    expect(retryAfterMs('soon', now)).toBe(1_000);
  });

  it("maps the carrier's states", () => {
    expect(
      ['accepted', 'scheduled', 'sending', 'sent', 'read', 'partially_delivered', 'undelivered', 'canceled'].map(
        toCarrierStatus,
      ),
    ).toEqual(['queued', 'queued', 'sending', 'sent', 'delivered', 'sent', 'undelivered', 'failed']);
  });
});

describe('what a failed email means', () => {
  it('is permanent with 5xx, passing with 4xx, open when the connection was lost', () => {
    expect(outcomeOfSmtpFailure(failure({ code: 'EENVELOPE', responseCode: 550 }))).toMatchObject({
      kind: 'rejected',
      permanent: true,
    });
    expect(outcomeOfSmtpFailure(failure({ code: 'EENVELOPE', responseCode: 451 }))).toMatchObject({
      kind: 'rejected',
      permanent: false,
    });
    expect(outcomeOfSmtpFailure(failure({ code: 'EAUTH', responseCode: 535 }))).toMatchObject({
      kind: 'rejected',
      permanent: false,
    });
    expect(outcomeOfSmtpFailure(failure({ code: 'ESOCKET', syscall: 'connect' }))).toMatchObject({
      kind: 'rejected',
      permanent: false,
    });
    expect(outcomeOfSmtpFailure(failure({ code: 'ECONNECTION', command: 'CONN' }))).toMatchObject({ kind: 'unknown' });
    expect(outcomeOfSmtpFailure(failure({ code: 'ETIMEDOUT', command: 'DATA' }))).toMatchObject({ kind: 'unknown' });
  });
});
