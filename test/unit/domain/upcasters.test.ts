import { describe, expect, it } from 'vitest';
import { upcasters } from '../../../domain/upcasters.ts';

describe('documents of before alerts could name people of the team', () => {
  const alert = { kind: 'Alert', phones: ['+14155550123'], emails: [] };
  const now = { ...alert, textMembers: [], mailMembers: [] };
  const end = { kind: 'End' };

  it('are read as naming nobody, whatever else stands in them', () => {
    const drafted = upcasters['AutomationDrafted']![1]!({ nodes: { a: alert, b: end, c: null } });
    expect(drafted).toEqual({ nodes: { a: now, b: end, c: null } });
    const made = upcasters['AutomationVersionCreated']![1]!({
      version: 3,
      document: { start: 'a', nodes: { a: alert } },
    });
    expect(made).toEqual({ version: 3, document: { start: 'a', nodes: { a: now } } });
  });
});
