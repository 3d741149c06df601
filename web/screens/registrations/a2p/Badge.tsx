import type { Request } from './Brand.tsx';
import { t } from './texts.ts';

export type State =
  | NonNullable<Request['brand']>['state']
  | Request['numbers'][number]['state']
  | 'open'
  | 'submitted'
  | 'changed'
  | 'code-sent'
  | 'fee-agreed'
  | 'fee-charged'
  | 'fee-unfunded'
  | 'fee-funded';
const toneOf: Readonly<Record<State, 'neutral' | 'info' | 'success' | 'warning' | 'danger'>> = {
  open: 'neutral',
  submitting: 'info',
  'in-review': 'info',
  pending: 'info',
  refused: 'danger',
  failed: 'danger',
  suspended: 'danger',
  verified: 'success',
  registered: 'success',
  unregistered: 'warning',
  canceled: 'neutral',
  submitted: 'info',
  changed: 'neutral',
  'code-sent': 'info',
  'fee-agreed': 'neutral',
  'fee-charged': 'neutral',
  'fee-unfunded': 'warning',
  'fee-funded': 'neutral',
};
export const Badge = ({ state }: { readonly state: State }) => (
  <span className={`bk-status badge tone-${toneOf[state]}`}>{t(`a2p.state.${state}`)}</span>
);
