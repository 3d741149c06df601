import { describe, expect, it } from 'vitest';
import { isSnsAddress } from '../../../adapters/email/webhooks/ses.ts';

describe('an address of SNS', () => {
  it.each([
    'https://sns.us-east-1.amazonaws.com/SimpleNotificationService-0123.pem',
    'https://sns.us-gov-west-1.amazonaws.com/x.pem',
    'https://sns.cn-north-1.amazonaws.com.cn/x.pem',
  ])('is Amazon’s: %s', (address) => {
    expect(isSnsAddress(address, null)).toBe(true);
  });
  it.each([
    'http://sns.us-east-1.amazonaws.com/x.pem',
    'https://sns.us-east-1.amazonaws.com.evil.test/x.pem',
    'https://evil.test/sns.us-east-1.amazonaws.com/x.pem',
    'https://sns.us-east-1.amazonaws.com@evil.test/x.pem',
    'https://user@sns.us-east-1.amazonaws.com/x.pem',
    'https://sns.us-east-1.amazonaws.com:8443/x.pem',
    'https://mybucket.s3.us-east-1.amazonaws.com/x.pem',
    'https://sns-us-east-1.amazonaws.com/x.pem',
    'https://xsns.us-east-1.amazonaws.com/x.pem',
    'http://127.0.0.1:3001/sns/certificate.pem',
    'rubbish',
    '',
    null,
    17,
  ])('is nobody else’s: %s', (address) => {
    expect(isSnsAddress(address, null)).toBe(false);
  });
  it('may be the sandbox’s where that answers', () => {
    const sandbox = 'http://127.0.0.1:3001';
    expect(isSnsAddress(`${sandbox}/sns/certificate.pem`, sandbox)).toBe(true);
    expect(isSnsAddress('http://127.0.0.1:3002/sns/certificate.pem', sandbox)).toBe(false);
    expect(isSnsAddress('http://127.0.0.1:3001.evil.test/x', sandbox)).toBe(false);
  });
});
