import { describe, expect, it } from 'vitest';
import { purposeRules } from '../../../domain/message/decide-send.ts';
import { MessagePurpose } from '../../../domain/message/events.ts';

describe('what a purpose may do', () => {
  const table = Object.entries(purposeRules).map(([purpose, rules]) => [
    purpose,
    ...(['needsConsent', 'isAnswer', 'reachesOptedOut'] as const).filter((rule) => rules[rule]),
    ...(rules.goesToTeam === false ? [] : [`team: ${rules.goesToTeam}`]),
  ]);
  it('is said for every purpose, and nothing that nobody asked for goes without consent', () => {
    expect(table.map(([purpose]) => purpose).sort()).toEqual([...MessagePurpose.options].sort());
    expect(Object.fromEntries(table.map(([purpose, ...rules]) => [purpose, rules.join(', ')]))).toEqual({
      broadcast: 'needsConsent',
      automation: 'needsConsent',
      'coupon-reminder': 'needsConsent',
      'reward-unlocked': 'needsConsent',
      'keyword-reply': 'isAnswer',
      'opt-in-confirmation': 'isAnswer',
      'opt-in-request': 'isAnswer',
      'opt-out-confirmation': 'isAnswer, reachesOptedOut',
      help: 'isAnswer, reachesOptedOut',
      'broadcaster-reply': 'isAnswer',
      livechat: '',
      'owner-alert': 'team: alert',
      test: 'team: test',
    });
  });
});
