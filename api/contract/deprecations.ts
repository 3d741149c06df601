import type { CallName } from './calls.ts';

export interface Deprecation {
  /** Since when it is deprecated, and when it stops working: at least six months later. Days, UTC. */
  readonly since: string;
  readonly sunset: string;
  /** What to call in its place. */
  readonly use: CallName;
}

/**
 * Calls that go. Each answers with `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and a link to the changelog from then
 * on; documents and pages mark it. A call leaves the contract once its sunset has passed, and not before.
 */
export const deprecations: Readonly<Partial<Record<CallName, Deprecation>>> = {};
