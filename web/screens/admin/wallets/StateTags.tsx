import type { WalletState } from '../../../../api/contract/operator-wallets.ts';
import { t } from './texts.ts';

/** How a wallet stands: what needs a person in color, all else in gray. */
export const StateTags = ({ states }: { readonly states: readonly WalletState[] }) => (
  <span className="bk-tags">
    {states.map((state) => (
      <span
        key={state}
        className={`bk-tag${
          state === 'parked' ? ' danger'
          : state === 'enough' ? ''
          : ' warn'
        }`}
      >
        {t(`wallets.state.${state}`)}
      </span>
    ))}
  </span>
);
