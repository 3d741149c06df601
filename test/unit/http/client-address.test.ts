import { describe, expect, it } from 'vitest';
import { clientOf } from '../../../api/kernel/client-address.ts';

describe('a client, for limits', () => {
  it('is an IPv4 address', () => {
    expect(clientOf('192.0.2.7')).toBe('192.0.2.7');
    expect(clientOf('::ffff:192.0.2.7')).toBe('192.0.2.7');
  });
  it('is a /64 of IPv6, however it is written', () => {
    for (const ip of ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::', '2001:DB8:1:2::ffff', '2001:0db8:0001:0002:0:0:0:1'])
      expect(clientOf(ip)).toBe('2001:db8:1:2::/64');
    expect(clientOf('2001:db8::1')).toBe('2001:db8:0:0::/64');
    expect(clientOf('::1')).toBe('0:0:0:0::/64');
    expect(clientOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
    expect(clientOf('2001:db8:1:3::1')).not.toBe(clientOf('2001:db8:1:2::1'));
  });
});
