import { describe, expect, it } from 'vitest';
import { callRights } from '../../../api/contract/rights.ts';
import { callScopes } from '../../../api/contract/scopes.ts';
import { type ApiScope, scopeRights } from '../../../domain/api-keys/fields.ts';

const byScope = Object.entries(callScopes).flatMap(([call, scope]) =>
  typeof scope === 'string' ? [{ call: call as keyof typeof callRights, scope }] : [],
);

describe('the scopes of API keys', () => {
  it.each(Object.entries(scopeRights))('%s stands for exactly the rights of its calls', (scope, rights) => {
    const needed = byScope.filter((one) => one.scope === (scope as ApiScope)).map(({ call }) => callRights[call]);
    expect(new Set(needed)).toEqual(new Set(rights));
  });

  it('let no key read with a scope that only writes, nor change something with one that only reads', () => {
    for (const { call, scope } of byScope) {
      const [method] = call.split(' ');
      const isReading = scope.endsWith(':read');
      // These answer a question that is too long for an address.
      const asks = [
        'POST /segments/count',
        'POST /contacts/bulk-count',
        'POST /broadcasts/audience',
        'POST /broadcasts/samples',
        'POST /broadcasts/message-credit',
        'POST /business-file/compare',
        // A file of what can be read as a list.
        'POST /reports/mdr-list/exports',
        'POST /reports/sms-list/exports',
        'POST /reports/bdr-list/exports',
        'POST /reports/call-list/exports',
        'POST /reports/consent-list/exports',
        'POST /reports/exports/{id}/file',
        'DELETE /reports/exports/{id}',
      ].includes(call);
      expect({ call, isReading }).toEqual({ call, isReading: method === 'GET' || asks });
    }
  });

  it('leave signing in, people, members, payment, secrets and keys to people', () => {
    const never = (start: string) =>
      Object.entries(callScopes)
        .filter(([call]) => call.split(' ')[1]!.startsWith(start))
        .map(([, scope]) => typeof scope);
    for (const start of ['/security', '/sessions', '/change-password', '/members', '/payment-methods', '/api-keys'])
      expect(new Set(never(start))).toEqual(new Set(['object']));
  });
});
